import { afterEach, expect, it } from 'vitest';
import { DAY } from '#contracts/rules/time.ts';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { forgetSignals } from './signals.store.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ site, who } = opened);
});
afterEach(async () => {
  await who.control('fault', { kind: 'reports', times: 0 });
  await who.control('fault', { kind: 'reject', times: 0 });
  await who.control('pair', { symbol: 'XRPUSDT', status: 'TRADING' });
  await who.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
});

/** Of entries at 0.5 the exchange fills so many coins in all. */
async function fills(coins: string): Promise<void> {
  await who.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: coins });
  await who.price('0.5');
  await who.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
}
const closed = (line: { state: string; outcome: string | null } | undefined) =>
  expect([line?.state, line?.outcome]).toEqual(['done', 'Closed: one block.']);

it('W-9 a close sells what was bought before its entry could be canceled', async () => {
  const hook = await who.resting();
  await who.control('fault', { kind: 'reports', mode: 'dropped', times: 20, key: who.paperKey });
  await fills('40');
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(39));
  await hook.native({ action: 'close' });
  closed((await hook.done(3))[0]);
  await until(async () => expect(Number(await who.coins())).toBeLessThan(0.2));
});

it('W-8 a reduction by all of it closes, as its dry run says', async () => {
  const hook = await who.create();
  await hook.live();
  await hook.native({ action: 'open' });
  const [entry] = await hook.done(2);
  await who.filled(entry?.blockId ?? '');
  pass(1000);
  await hook.native({ action: 'reduce', share: 1 });
  closed((await hook.done(3))[0]);
  await until(async () => expect(Number(await who.coins())).toBeLessThan(0.2));
});

it('W-9 a close sells what a copy alone has bought', async () => {
  const hook = await who.resting({ copies: true });
  const [copy] = who.copies;
  const states = async () => (await who.rows('buy', hook.blockId)).map(({ status }) => status);
  await until(async () => expect(await states()).toEqual(['placed', 'placed']));
  const [main] = await who.rows('buy', hook.blockId);
  const orderId = Number(main?.['firstOrderId']);
  await who.control('order', { key: who.paperKey, symbol: 'XRPUSDT', do: 'cancel', orderId });
  await until(async () => expect(await states()).toEqual(['removed', 'placed']));
  await fills('40');
  await until(async () => expect(await states()).toEqual(['removed', 'partly-filled']));
  await hook.native({ action: 'close' });
  closed((await hook.done(3))[0]);
  await until(async () => {
    const sold = await site.database.sql<{ quantity: string }[]>`
      select trim_scale(executed_qty)::text as quantity from paper.orders
      where api_key = ${copy?.paperKey ?? ''} and side = 'SELL'`;
    expect(sold).toEqual([{ quantity: '39.9' }]);
  });
});

it('W-9 a hook knows what it holds for as long as that is open, also after the 90 days of its log', async () => {
  const hook = await who.resting();
  const later = clock() + 91 * DAY;
  await forgetSignals(site.database.db, later);
  expect((await hook.log()).map(({ signalId }) => signalId)).toEqual([hook.signalId]);
  expect((await hook.native({ action: 'open' })).body['error']).toMatch(/^out of step/);
  await hook.native({ action: 'close' });
  await until(async () => {
    expect((await hook.done(3)).at(0)?.outcome).toBe('Closed: one block.');
    expect(await who.rows('buy', hook.blockId)).toEqual([]);
  });
  await forgetSignals(site.database.db, later);
  expect(await hook.log()).toEqual([]);
});

/** A live hook that has bought 95.6 XRP. */
async function bought() {
  const hook = await who.create({ maxAge: 300 });
  await hook.live();
  await hook.native({ action: 'open' });
  const [entry] = await hook.done(2);
  await who.filled(entry?.blockId ?? '');
  return hook;
}

it('W-9 a close that the exchange refuses has closed nothing: its log says why, the hook still holds its position, and its next close sells', async () => {
  const hook = await bought();
  await who.control('fault', { kind: 'reject', code: -1013, path: 'POST /api/v3/order', key: who.paperKey, times: 1 });
  await hook.native({ action: 'close' });
  const [refused] = await hook.done(3);
  expect([refused?.state, refused?.outcome]).toEqual([
    'failed',
    expect.stringMatching(/ Binance takes 5 USDT and more here\.$/),
  ]);
  expect(Number(await who.coins())).toBeGreaterThan(95);
  pass(1000);
  expect((await hook.native({ action: 'open' })).body['error']).toMatch(/^out of step/);
  await hook.native({ action: 'reduce', share: 0.5 });
  const [reduced] = await hook.done(5);
  expect([reduced?.state, reduced?.outcome]).toEqual([
    'failed',
    'The exchange refused to close this block. Send a close again first.',
  ]);
  await hook.native({ action: 'close' });
  closed((await hook.done(6))[0]);
  await until(async () => expect(Number(await who.coins())).toBeLessThan(0.2));
});

it('W-9, V-10 a close that the exchange refuses, since the pair was halted just before, waits and sells once the pair trades', async () => {
  const hook = await bought();
  await who.control('pair', { symbol: 'XRPUSDT', status: 'HALT' });
  await hook.native({ action: 'close' });
  await until(() => expect(site.deps.markets.findExchangePair('binance', 'XRPUSDT')?.status).toBe('halted'));
  await who.control('pair', { symbol: 'XRPUSDT', status: 'TRADING' });
  closed((await hook.done(3))[0]);
  await until(async () => expect(Number(await who.coins())).toBeLessThan(0.2));
});
