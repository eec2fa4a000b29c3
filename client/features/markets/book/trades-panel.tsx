import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { PublicTrade } from '#contracts/market-data.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty } from '../../../ui/states.tsx';
import { compactAmount } from '../../../lib/compact-amount.ts';
import { marketTrades, type PairRef } from '../markets.queries.ts';
import styles from './book.module.css';
import { tradeTime } from './trade-time.ts';

interface Props {
  of: PairRef;
  pair: Pair;
  offline: string | null;
}

const Row = memo(function Row({ trade, decimals }: { trade: PublicTrade; decimals: number }) {
  return (
    <tr>
      <td className={classes(styles.price, trade.side === 'buy' ? styles.bought : styles.sold)}>
        <span aria-hidden="true">{trade.side === 'buy' ? '▲' : '▼'}</span>
        <span className="visually-hidden">{trade.side === 'buy' ? 'Bought at' : 'Sold at'}</span>{' '}
        {formatAmount(trade.price, decimals)}
      </td>
      <td>{compactAmount(trade.quantity)}</td>
      <td>{tradeTime(trade.time)}</td>
    </tr>
  );
});

/** The latest trades of a pair, newest first. */
export function TradesPanel({ of, pair, offline }: Props) {
  const { data: trades } = useQuery(marketTrades(of));
  if (!trades) return <Skeleton lines={8} height="24px" label="Loading the trades" />;
  if (trades.length === 0) return <Empty title="No trades yet">The next trade of this pair appears here.</Empty>;
  return (
    <div className={styles.panel} data-stale={offline !== null || undefined}>
      {offline ? <p className={styles.note}>{offline}</p> : null}
      <table className={styles.trades}>
        <caption className="visually-hidden">Recent trades, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Price ({pair.counterCurrency})</th>
            <th scope="col">Amount ({pair.baseCurrency})</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <Row key={trade.id} trade={trade} decimals={pair.counterRound} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
