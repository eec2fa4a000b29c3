import { describe, expect, it } from 'vitest';
import type { Credentials } from '../server/exchanges/exchange.ts';
import { details } from './conformance/details.ts';
import { faults } from './conformance/faults.ts';
import { lists } from './conformance/lists.ts';
import { orders } from './conformance/orders.ts';
import { sizes } from './conformance/sizes.ts';
import { streams } from './conformance/streams.ts';
import { trailings } from './conformance/trailing.ts';
import { triggers } from './conformance/triggers.ts';
import { limit, exchangeCore, type ExchangeWorld, type ExchangeCore } from './conformance/trading-floor.ts';

export type { ExchangeWorld };

/** What every adapter must do, whichever exchange it speaks to. */
export function conformance(name: string, makeWorld: () => Promise<ExchangeWorld>): void {
  describe(name, () => {
    const core = exchangeCore(makeWorld);
    describe('market data', () => marketData(core));
    describe('details', () => details(core));
    describe('orders', () => orders(core));
    describe('sizes', () => sizes(core));
    describe('triggers', () => triggers(core));
    describe('trailing', () => trailings(core));
    describe('lists', () => lists(core));
    describe('streams', () => streams(core));
    describe('faults', () => faults(core));
    describe('keys', () => keys(core));
  });
}

function marketData(core: ExchangeCore): void {
  it('knows its pairs with steps and limits', () => {
    const { pair, exchange } = core;
    expect(exchange.ready()).toBe(true);
    for (const amount of [pair.tick, pair.step, pair.minQuantity, pair.minNotional]) expect(amount.gt(0)).toBe(true);
    expect(pair.symbol).toBe(`${pair.base}${pair.counter}`);
  });

  it('gives candles oldest first, and not more than asked for', async () => {
    const candles = await core.exchange.candles({ symbol: core.pair.symbol, interval: '1m', limit: 5 });
    if (candles.outcome !== 'ok') throw new Error('no candles');
    expect(candles.value.length).toBeGreaterThan(0);
    expect(candles.value.length).toBeLessThanOrEqual(5);
    const times = candles.value.map(({ openTime }) => openTime);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { high, low, open, close } of candles.value) {
      for (const price of [open, close]) expect(price.gte(low) && price.lte(high)).toBe(true);
    }
  });

  it('refuses candles of a pair that is not there', async () => {
    const candles = await core.exchange.candles({ symbol: 'NOSUCHPAIR', interval: '1m' });
    expect(candles).toMatchObject({ outcome: 'rejected', sentence: expect.stringMatching(/\w+.*\.$/) });
  });
}

function keys(core: ExchangeCore): void {
  const faultOf = async (credentials: Credentials) => {
    const checked = await core.exchange.checkKey(credentials);
    return checked.ok ? 'none' : checked.fault;
  };

  it('takes a key that may trade', async () => {
    expect(await core.exchange.checkKey(core.key)).toMatchObject({ ok: true });
  });

  it('refuses a key that may withdraw', async () => {
    await core.world.rights({ key: core.key.apiKey, withdraw: true });
    expect(await faultOf(core.key)).toBe('can-withdraw');
  });

  it('refuses a key that may not trade spot', async () => {
    await core.world.rights({ key: core.key.apiKey, spot: false });
    expect(await faultOf(core.key)).toBe('no-spot');
  });

  it('tells a wrong secret, a wrong key and a foreign address apart', async () => {
    const { key } = core;
    expect(await faultOf({ ...key, secret: 'x'.repeat(64) })).toBe('wrong-secret');
    expect(await faultOf({ ...key, apiKey: 'short' })).toBe('wrong-key');
    expect(await faultOf({ ...key, apiKey: 'A'.repeat(64) })).toBe('wrong-key');
    await core.world.rights({ key: key.apiKey, ip: '203.0.113.7' });
    const checked = await core.exchange.checkKey(key);
    const address = checked.ok ? undefined : checked.address;
    expect(address).toMatch(/^[\da-f.:]+$/);
    expect(checked).toMatchObject({ fault: 'wrong-ip', sentence: expect.stringContaining(String(address)) });
  });

  it('a revoked key is no longer known', async () => {
    await core.world.rights({ key: core.key.apiKey, revoked: true });
    expect(await faultOf(core.key)).toBe('wrong-key');
    expect(await core.exchange.balances(core.key)).toMatchObject({ outcome: 'rejected', code: -2015 });
  });

  it("an order signed with a wrong secret is refused, and the exchange's words hold no secret", async () => {
    const secret = 'x'.repeat(64);
    const refused = await core.exchange.place({ ...core.key, secret }, limit(core, 'buy', '0.95'));
    expect(refused).toMatchObject({ outcome: 'rejected', code: -1022 });
    expect(JSON.stringify(refused)).not.toContain(secret);
  });
}
