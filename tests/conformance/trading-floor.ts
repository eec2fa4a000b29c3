import { Big } from 'big.js';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { AccountEvent, Credentials, Exchange, Fill } from '../../server/exchanges/exchange.ts';
import type { ExchangePair } from '../../server/domain/market/pair.ts';
import type { OrderTerms } from '../../server/domain/market/exchange-order.ts';
import type { Clock } from '../../server/lib/clock.ts';
import { ceilTo, floorTo } from '#contracts/rules/steps.ts';
import { newId } from '../../server/lib/id.ts';

export type FaultKind = 'delay' | 'drop-before' | 'drop-after' | 'reject' | 'cut-streams' | 'mute-streams' | 'down';
export interface Fault {
  kind: FaultKind;
  times?: number;
  /** An HTTP status or an error code of the exchange. */
  code?: number;
  ms?: number;
  call?: 'order' | 'list' | 'time';
}

/** One adapter before an exchange that can be told what to do. */
export interface ExchangeWorld {
  /** Another adapter on the same exchange, not started. In ms: the silence and the call that it bears. */
  adapter(clock: Clock, patience?: { silence?: number; call?: number }): Exchange;
  /** A pair whose price stays where it is set. */
  symbol: string;
  /** A funded key of an account of its own. */
  newKey(): Promise<Credentials>;
  setPrice(price: Big): Promise<void>;
  fault(fault: Fault): Promise<void>;
  /** Null lifts it. */
  fillAtMost(perTick: Big | null): Promise<void>;
  skewClock(ms: number): Promise<void>;
  rights(of: { key: string; spot?: boolean; withdraw?: boolean; ip?: string; revoked?: boolean }): Promise<void>;
  /** Where fees may be paid in one asset at a discount: it, a pair that trades it, and how a key is switched to it. */
  discount?: { asset: string; symbol: string; switchOn(key: Credentials): Promise<void> };
  /** Ends faults, skew and limits. */
  calm(): Promise<void>;
  stop(): Promise<void>;
}

export const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 10 });

/** What the tests of one adapter share: it is started, each test has a fresh key, and the price stands where it stood. */
export interface ExchangeCore {
  world: ExchangeWorld;
  exchange: Exchange;
  key: Credentials;
  pair: ExchangePair;
  price: Big;
}

export function exchangeCore(makeWorld: () => Promise<ExchangeWorld>): ExchangeCore {
  const core = {} as ExchangeCore;
  beforeAll(async () => {
    core.world = await makeWorld();
    core.exchange = core.world.adapter(Date.now);
    await core.exchange.start();
    const pair = core.exchange.pairs().get(core.world.symbol);
    const prices = await core.exchange.lastPrices();
    const last = prices.outcome === 'ok' ? prices.value.find(({ symbol }) => symbol === pair?.symbol) : undefined;
    if (pair === undefined || last === undefined) throw new Error(`${core.world.symbol} is not traded`);
    core.pair = pair;
    core.price = last.price;
  });
  beforeEach(async () => {
    await core.world.calm();
    await core.world.setPrice(core.price);
    core.key = await core.world.newKey();
  });
  afterAll(async () => {
    await core.exchange.stop();
    await core.world.stop();
  });
  return core;
}

/** Base units of these fills together. */
export const sumOf = (fills: readonly Fill[]): Big =>
  fills.reduce((total, { quantity }) => total.plus(quantity), new Big(0));

/** A factor of the price, down to the tick. */
export const priced = ({ pair, price }: ExchangeCore, factor: string): Big => floorTo(pair.tick, price.times(factor));

export const freshId = (): string => `tandem-${newId().replaceAll('-', '').slice(-25)}`;

/** Worth about 20 of the counter currency. */
export function limit(core: ExchangeCore, side: 'buy' | 'sell', factor: string): OrderTerms & { type: 'limit' } {
  return {
    clientOrderId: freshId(),
    symbol: core.pair.symbol,
    side,
    type: 'limit',
    price: priced(core, factor),
    quantity: ceilTo(core.pair.step, new Big(20).div(core.price)),
  };
}

export function market(core: ExchangeCore, side: 'buy' | 'sell'): OrderTerms {
  const { price: _price, ...terms } = limit(core, side, '1');
  return { ...terms, type: 'market' };
}

/** Collects a key's events, from when it is live. */
export async function watch(core: ExchangeCore, key = core.key) {
  const events: AccountEvent[] = [];
  const unwatch = core.exchange.watchAccount(key, (event) => events.push(event));
  await eventually(() => expect(events[0]).toEqual({ kind: 'gap' }));
  return { events, unwatch };
}
