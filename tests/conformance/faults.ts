import { expect, it } from 'vitest';
import type { AccountEvent } from '../../server/exchanges/exchange.ts';
import { eventually, limit, type ExchangeCore } from './trading-floor.ts';

export function faults(core: ExchangeCore): void {
  it('req. 5: F-04, an answer lost after acceptance is unknown, and find() finds the one order', async () => {
    const { exchange, key, world } = core;
    const terms = limit(core, 'buy', '0.95');
    await world.fault({ kind: 'drop-after', times: 1, call: 'order' });
    expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'unknown' });
    expect(await exchange.find(key, terms)).toMatchObject({ outcome: 'found', order: { state: 'open' } });
    const open = await exchange.openOrders(key);
    expect(open.outcome === 'ok' && open.value.length).toBe(1);
  });

  it("req. 6: 'absent' just after placing is no proof: asked again, the order is there", async () => {
    const { exchange, key, world } = core;
    const terms = limit(core, 'buy', '0.95');
    await exchange.place(key, terms);
    await world.fault({ kind: 'reject', times: 1, code: -2013, call: 'order' });
    expect(await exchange.find(key, terms)).toEqual({ outcome: 'absent' });
    expect(await exchange.find(key, terms)).toMatchObject({ outcome: 'found', order: { state: 'open' } });
    const open = await exchange.openOrders(key);
    expect(open.outcome === 'ok' && open.value.length).toBe(1);
  });

  it('a line that breaks before acceptance is unknown too, and nothing was placed', async () => {
    const { exchange, key, world } = core;
    const terms = limit(core, 'buy', '0.95');
    await world.fault({ kind: 'drop-before', times: 1, call: 'order' });
    expect(await exchange.place(key, terms)).toMatchObject({ outcome: 'unknown' });
    expect(await exchange.find(key, terms)).toEqual({ outcome: 'absent' });
  });

  it('a slow answer is waited for', async () => {
    await core.world.fault({ kind: 'delay', times: 1, ms: 300, call: 'order' });
    expect(await core.exchange.place(core.key, limit(core, 'buy', '0.95'))).toMatchObject({ outcome: 'accepted' });
  });

  it('an answer that comes later than we wait is unknown, and the order is found', async () => {
    const adapter = core.world.adapter(Date.now, { call: 1_500 });
    const terms = limit(core, 'buy', '0.95');
    await core.world.fault({ kind: 'delay', times: 1, ms: 3_500, call: 'order' });
    expect(await adapter.place(core.key, terms)).toMatchObject({ outcome: 'unknown' });
    await eventually(async () => expect(await core.exchange.find(core.key, terms)).toMatchObject({ outcome: 'found' }));
    await adapter.stop();
  });

  it.each([-1006, -1007, 500, 502])('F-05: %i is unknown', async (code) => {
    await core.world.fault({ kind: 'reject', times: 1, code, call: 'order' });
    expect(await core.exchange.place(core.key, limit(core, 'buy', '0.95'))).toMatchObject({ outcome: 'unknown' });
  });

  it.each([-1013, -2010, -2015])('%i is a refusal', async (code) => {
    await core.world.fault({ kind: 'reject', times: 1, code, call: 'order' });
    const refused = await core.exchange.place(core.key, limit(core, 'buy', '0.95'));
    expect(refused).toMatchObject({ outcome: 'rejected', code });
  });

  it('M-17: a single -1021 is overcome, one order placed', async () => {
    const { exchange, key, world } = core;
    await world.fault({ kind: 'reject', times: 1, code: -1021, call: 'order' });
    expect(await exchange.place(key, limit(core, 'buy', '0.95'))).toMatchObject({ outcome: 'accepted' });
    const open = await exchange.openOrders(key);
    expect(open.outcome === 'ok' && open.value.length).toBe(1);
  });

  it.each([7_000, -7_000])('req. 12: F-12, the exchange’s clock jumps by %i ms under way', async (skew) => {
    await core.world.skewClock(skew);
    expect(await core.exchange.place(core.key, limit(core, 'buy', '0.95'))).toMatchObject({ outcome: 'accepted' });
    expect(await core.exchange.balances(core.key)).toMatchObject({ outcome: 'ok' });
  });

  it.each([7_000, -7_000])('req. 12: F-12, our own clock is off by %i ms from the start', async (skew) => {
    const adapter = core.world.adapter(() => Date.now() + skew);
    await adapter.start();
    expect(await adapter.place(core.key, limit(core, 'buy', '0.95'))).toMatchObject({ outcome: 'accepted' });
    const events: AccountEvent[] = [];
    adapter.watchAccount(core.key, (event) => events.push(event));
    await eventually(() => expect(events).toContainEqual({ kind: 'gap' }));
    await adapter.stop();
  });

  it('req. 13: M-18, after 429 the adapter keeps still, and says so in a sentence', async () => {
    const adapter = core.world.adapter(Date.now);
    await core.world.fault({ kind: 'reject', times: 1, code: 429, call: 'order' });
    const refused = await adapter.place(core.key, limit(core, 'buy', '0.95'));
    expect(refused).toMatchObject({ outcome: 'rejected', retryAfter: expect.any(Number) });
    expect(adapter.ready()).toBe(false);
    expect(await adapter.balances(core.key)).toMatchObject({
      outcome: 'rejected',
      sentence: expect.stringMatching(/no more requests for now\. Try again in .+\.$/),
    });
    // Whatever is sent now goes unanswered and would be unknown: a refusal means that it never left.
    await core.world.fault({ kind: 'down' });
    const asked = [adapter.find(core.key, limit(core, 'buy', '0.95')), adapter.lastPrices()];
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ outcome: 'rejected' });
    await adapter.stop();
  });

  it('req. 3: F-09, a stream that is open but silent is replaced', async () => {
    const adapter = core.world.adapter(Date.now, { silence: 3_000, call: 5_000 });
    await adapter.start();
    const reported: string[] = [];
    adapter.watchTrades(({ kind }) => reported.push(kind));
    await eventually(() => expect(reported).toContain('trade'));
    expect(reported.filter((kind) => kind === 'gap')).toHaveLength(1);
    await core.world.fault({ kind: 'mute-streams', ms: 4_000 });
    await eventually(() => expect(reported.filter((kind) => kind === 'gap').length).toBeGreaterThan(1));
    await eventually(() => expect(reported.at(-1)).toBe('trade'));
    await adapter.stop();
  });

  it('F-13: an exchange that is down leaves outcomes unknown, and is found again by itself', async () => {
    const adapter = core.world.adapter(Date.now);
    await adapter.start();
    const events: AccountEvent[] = [];
    adapter.watchAccount(core.key, (event) => events.push(event));
    await eventually(() => expect(events).toEqual([{ kind: 'gap' }]));
    await core.world.fault({ kind: 'down' });
    for (const factor of ['0.95', '0.94', '0.93']) {
      expect(await adapter.place(core.key, limit(core, 'buy', factor))).toMatchObject({ outcome: 'unknown' });
    }
    expect(adapter.ready()).toBe(false);
    await core.world.calm();
    await eventually(() => expect(events).toEqual([{ kind: 'gap' }, { kind: 'gap' }]));
    await eventually(() => expect(adapter.ready()).toBe(true));
    await adapter.stop();
  });

  it('after stop() nothing is sent', async () => {
    const adapter = core.world.adapter(Date.now);
    await adapter.start();
    const terms = limit(core, 'buy', '0.95');
    await adapter.stop();
    expect(await adapter.place(core.key, terms)).toMatchObject({ outcome: 'unknown' });
    expect(await core.exchange.find(core.key, terms)).toEqual({ outcome: 'absent' });
  });
}
