import type { Exchange } from '../exchange.ts';
import type { Log } from '../../lib/log.ts';
import { createAudience } from './audience.ts';

export type TradeEvent = Parameters<Parameters<Exchange['watchTrades']>[0]>[0];

export interface TradeLine {
  live(): boolean;
  close(): void;
}

export interface TradeFeed {
  /** What is traded; a change connects anew. */
  setSymbols(symbols: readonly string[]): void;
  watch: Exchange['watchTrades'];
  close(): void;
}

interface Options {
  log: Log;
  /** How many pairs one connection carries. */
  pairsPerLine: number;
  /** Tells `gap` once all its subscriptions are acknowledged: from there on nothing is missed. */
  open(symbols: readonly string[], emit: (event: TradeEvent) => void): TradeLine;
}

/** In runs of at most `size`. */
export const parts = (names: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, index) => names.slice(index * size, (index + 1) * size));

/** All pairs' trades over as few connections as the exchange allows, open while a page watches. */
export function createTradeFeed({ log, pairsPerLine, open }: Options): TradeFeed {
  const audience = createAudience<TradeEvent>(log);
  let symbols: readonly string[] = [];
  let lines: TradeLine[] = [];

  const emit = (event: TradeEvent) => audience.emit(event);
  const closeAll = () => {
    for (const line of lines) line.close();
    lines = [];
  };
  const connect = () => {
    closeAll();
    if (audience.size() > 0) lines = parts(symbols, pairsPerLine).map((some) => open(some, emit));
  };

  return {
    setSymbols(names) {
      if (names.join() === symbols.join()) return;
      symbols = [...names];
      connect();
    },
    watch(listener) {
      const member = audience.add(listener);
      if (audience.size() === 1) connect();
      else if (lines.length > 0 && lines.every((line) => line.live())) member.emit({ kind: 'gap' });
      return () => {
        member.remove();
        if (audience.size() === 0) closeAll();
      };
    },
    close: closeAll,
  };
}
