import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useEffect, useRef } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { View } from '#contracts/rules/view.ts';
import { OrderBookPanel } from '../../../../features/markets/book/order-book-panel.tsx';
import { useRowsThatFit } from '../../../../features/markets/book/rows-that-fit.ts';
import { TradesPanel } from '../../../../features/markets/book/trades-panel.tsx';
import { marketDepth, marketTrades } from '../../../../features/markets/markets.queries.ts';
import { dayStats } from '../../../../features/markets/day-stats.queries.ts';
import { formatClock } from '../../../../lib/format-time.ts';
import { marketName } from '#contracts/rules/market-name.ts';
import { useLiveTopic } from '../../../../live/live-provider.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { useOfflineSince } from '../../use-offline-since.ts';
import styles from './sides.module.css';

export interface BookProps {
  view: View;
  pair: Pair;
  /** Fills the price into the order form. */
  onPickPrice: (price: Big) => void;
}

function useOffline(): string | null {
  const since = useOfflineSince();
  return since === null ? null : `Offline since ${formatClock(since)}: not current.`;
}

/** What was received before the pair was shown is not current: it is shown again once the channel has it. */
function useFresh(of: 'depth' | 'trades', { market, symbolName }: View): void {
  const client = useQueryClient();
  useEffect(() => {
    const pair = { market, symbolName };
    if (of === 'depth') client.setQueryData(marketDepth(pair).queryKey, null);
    else client.setQueryData(marketTrades(pair).queryKey, null);
  }, [client, of, market, symbolName]);
}

/** False where this exchange's order book is not read; true until that is known. */
function useIsOffered({ market, symbolName }: View): boolean {
  const { data } = useQuery(dayStats(market, [symbolName]));
  return data?.orderBook ?? true;
}

const NotOffered = ({ view: { market } }: Pick<BookProps, 'view'>) => (
  <Empty title={`No order book of ${marketName(market)}`}>
    Tandem reads order book and trades of Binance and Bybit only.
  </Empty>
);

function LiveBook({ view, pair, onPickPrice }: BookProps) {
  useLiveTopic('market-depth');
  useFresh('depth', view);
  const box = useRef<HTMLDivElement>(null);
  const rows = useRowsThatFit(box);
  return (
    <div ref={box} className={styles.fill}>
      <OrderBookPanel
        key={`${view.market} ${view.symbolName}`}
        of={view}
        pair={pair}
        rows={rows}
        offline={useOffline()}
        onPickPrice={onPickPrice}
      />
    </div>
  );
}

function LiveTrades({ view, pair }: Pick<BookProps, 'view' | 'pair'>) {
  useLiveTopic('market-trades');
  useFresh('trades', view);
  return <TradesPanel of={view} pair={pair} offline={useOffline()} />;
}

export const BookSlot = (props: BookProps) =>
  useIsOffered(props.view) ? <LiveBook {...props} /> : <NotOffered {...props} />;

export const TradesSlot = (props: Pick<BookProps, 'view' | 'pair'>) =>
  useIsOffered(props.view) ? <LiveTrades {...props} /> : <NotOffered {...props} />;
