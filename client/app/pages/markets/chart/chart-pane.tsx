import { QueryObserver, useQueryClient } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useCallback, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Trade } from '../../../../features/chart/bars.ts';
import type { AlertPlace } from '../../../../features/chart/chart-line.ts';
import { Chart } from '../../../../features/chart/chart.tsx';
import { livePrice } from '../../../../features/markets/markets.queries.ts';
import { QuickAlert } from '../../alerts/quick-alert.tsx';
import { useOfflineSince } from '../../use-offline-since.ts';
import { useChartLines } from './use-chart-lines.ts';

export { loadIntl } from '../../../../features/chart/plot/times.ts';

export interface ChartPaneProps {
  market: Market;
  pair: Pair;
  /** Fills the price into the order form. */
  onPickPrice: (price: Big) => void;
}

/** Delivers every trade without rendering. */
function useTrades(market: Market, symbolName: string) {
  const client = useQueryClient();
  return useCallback(
    (onTrade: (trade: Trade) => void) =>
      new QueryObserver(client, livePrice({ market, symbolName })).subscribe(({ data }) => data && onTrade(data)),
    [client, market, symbolName],
  );
}

/** The chart with the pair's open blocks and alerts. */
export function ChartPane({ market, pair, onPickPrice }: ChartPaneProps) {
  const { lines, note } = useChartLines(market, pair);
  const [place, setPlace] = useState<AlertPlace | null>(null);
  return (
    <>
      <Chart
        key={`${market} ${pair.name}`}
        market={market}
        pair={pair}
        watchTrades={useTrades(market, pair.name)}
        lines={lines}
        linesNote={note}
        offlineSince={useOfflineSince()}
        onPickPrice={onPickPrice}
        onQuickAlert={setPlace}
      />
      {place ? <QuickAlert market={market} pair={pair} place={place} onClose={() => setPlace(null)} /> : null}
    </>
  );
}
