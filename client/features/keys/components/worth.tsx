import { isolated } from '#contracts/rules/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { Amount } from '../../../ui/amount.tsx';
import { Time } from '../../../ui/time.tsx';
import type { ApiKey } from '../key-context.ts';
import { worthOf } from '../key-worth.queries.ts';
import styles from './keys.module.css';

type Known = ReturnType<typeof useWorth>;
const useWorth = ({ uid }: ApiKey) => useQuery(worthOf(uid)).data;

const Sum = ({ worth }: { worth: Known }) =>
  worth?.usdtBalance ? <Amount value={worth.usdtBalance} decimals={2} unit={worth.currency} /> : 'Unknown';

/** Value of the whole account in USDT. */
export const Balance = ({ apiKey }: { apiKey: ApiKey }) => <Sum worth={useWorth(apiKey)} />;

/** Value with its age; a press opens the balances. */
export function Worth({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: () => void }) {
  const worth = useWorth(apiKey);
  return (
    <span className={styles.valued}>
      <button
        type="button"
        className={styles.worth}
        title={`Balances of ${isolated(apiKey.name)} by asset`}
        onClick={onOpen}
      >
        <Sum worth={worth} />
      </button>
      {worth?.balanceAt ? (
        <span className={styles.muted}>
          <Time at={worth.balanceAt} />
        </span>
      ) : null}
    </span>
  );
}
