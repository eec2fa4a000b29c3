import { useQuery } from '@tanstack/react-query';
import { Amount } from '../../../ui/amount.tsx';
import { Time } from '../../../ui/time.tsx';
import type { ApiKey } from '../key-place.ts';
import { worthOf } from '../key-detail.queries.ts';
import styles from './keys.module.css';

/** The whole account in USDT. */
export function Balance({ apiKey: { uid } }: { apiKey: ApiKey }) {
  const { data: worth } = useQuery(worthOf(uid));
  if (!worth || worth.usdtBalance === null) return 'Not known now';
  return <Amount value={worth.usdtBalance} decimals={2} unit={worth.currency} />;
}

function Age({ uid }: { uid: string }) {
  const { data: worth } = useQuery(worthOf(uid));
  return worth && worth.balanceAt !== null ? <Time at={worth.balanceAt} /> : null;
}

/** With its age; pressed, it tells the account asset by asset. */
export const Worth = ({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: () => void }) => (
  <span className={styles.valued}>
    <button type="button" className={styles.worth} title={`What ${apiKey.name} holds, asset by asset`} onClick={onOpen}>
      <Balance apiKey={apiKey} />
    </button>
    <span className={styles.muted}>
      <Age uid={apiKey.uid} />
    </span>
  </span>
);
