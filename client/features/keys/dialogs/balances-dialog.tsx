import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import type { ResponseOf } from '#contracts/endpoint.ts';
import type { listKeyBalances } from '#contracts/key-groups.ts';
import { decimalsOf } from '../../../lib/format-amount.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { keyBalances } from '../key-detail.queries.ts';
import styles from './table.module.css';
import type { ApiKey } from '../key-context.ts';

const MOST_DECIMALS = 8;
const shownDecimals = (amount: Big) => Math.min(decimalsOf(amount), MOST_DECIMALS);
type Held = ResponseOf<typeof listKeyBalances>;

const Assets = ({ held: { balances, at } }: { held: Held }) => (
  <>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Asset</th>
          <th scope="col">Free</th>
          <th scope="col">In orders</th>
          <th scope="col">USDT</th>
        </tr>
      </thead>
      <tbody>
        {balances.map(({ asset, free, locked, usdt }) => (
          <tr key={asset}>
            <th scope="row">{asset}</th>
            <td>
              <Amount value={free} decimals={shownDecimals(free)} />
            </td>
            <td>
              <Amount value={locked} decimals={shownDecimals(locked)} />
            </td>
            <td>{usdt === null ? 'Unknown' : <Amount value={usdt} decimals={2} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={styles.note}>
      As of <Time at={at} />
    </p>
  </>
);

export function BalancesDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(keyBalances(apiKey.uid));
  return (
    <Dialog
      reading
      open
      onClose={onClose}
      title={
        <>
          Balances of <bdi>{apiKey.name}</bdi>
        </>
      }
    >
      {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!data && !error ? <Skeleton lines={5} label="Loading balances" /> : null}
      {data?.balances.length === 0 ? <Empty title="This account has no balances" /> : null}
      {data && data.balances.length > 0 ? <Assets held={data} /> : null}
    </Dialog>
  );
}
