import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Bus } from '../runtime/bus/bus.ts';
import type { LastPrice, PairName } from './prices.ts';

export interface LiveDeps {
  bus: Bus;
  clock: Clock;
  log: Log;
  /** `symbol` is the exchange's name (XRPUSDT). */
  lastPrice: (market: string, symbol: string) => LastPrice | null;
  /** 'xrp_usdt' for XRPUSDT; null for an unknown pair. */
  pairName: PairName;
}
