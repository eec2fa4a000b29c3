import { Big } from 'big.js';
import type { Market } from '#contracts/symbol.ts';
import type { StreamTrade } from '../exchanges/exchange.ts';
import type { Bus } from '../runtime/bus/bus.ts';

interface Numbered {
  time: number;
  /** Absent in messages of an older version. */
  id?: string | null;
}

/** On the bus under `tick.<market>.<symbol>`: the price as decimal text. */
interface TickMessage extends Numbered {
  price: string;
  /** The process that published it; absent in messages of an older version. */
  by?: string;
}

interface BusTick {
  market: string;
  symbol: string;
  price: Big;
  /** UTC epoch ms, the exchange's clock. */
  time: number;
  /** The process that published it. */
  by: string;
}

interface Published {
  market: Market;
  trade: StreamTrade;
  by: string;
}

export function publishTick(bus: Bus, { market, trade: { symbol, id, price, time }, by }: Published): void {
  const message: TickMessage = { price: price.toFixed(), time, id, by };
  bus.publish(`tick.${market}.${symbol}`, message);
}

/** Ids are digits without leading zeros. */
const isLaterId = (id: string, before: string): boolean =>
  id.length === before.length ? id > before : id.length > before.length;

/** By time and then by the exchange's id, so that a pair whose exchange began its ids anew does not stand still. */
export function isNewer(tick: Numbered, last: Numbered): boolean {
  if (tick.time !== last.time) return tick.time > last.time;
  return !tick.id || !last.id || isLaterId(tick.id, last.id);
}

/**
 * Each trade once, and none after a newer one of its pair: while one process takes over a pair from another, both
 * publish its trades. Returns the way to stop.
 */
export function subscribeTicks(bus: Bus, subject: string, listener: (tick: BusTick) => void): () => void {
  const newest = new Map<string, TickMessage>();
  return bus.subscribe(subject, (body, from) => {
    const [, market = '', symbol = ''] = from.split('.');
    const tick = body as TickMessage;
    const last = newest.get(from);
    if (last && !isNewer(tick, last)) return;
    newest.set(from, tick);
    listener({ market, symbol, price: new Big(tick.price), time: tick.time, by: tick.by ?? '' });
  });
}
