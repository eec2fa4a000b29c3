import { afterEach, expect, it, vi } from 'vitest';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import { endsAfter, type HookWorld } from '../../../tests/factories/hook-world.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let who: HookWorld;
const { pass } = hookSite((opened) => {
  ({ site, who } = opened);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ends = endsAfter(pass);

it('W-11 a dry close of a pair with a dear counter currency says what it is worth', async () => {
  await who.control('price', { symbol: 'BTCUSDT', price: '40000' });
  await who.control('price', { symbol: 'ETHBTC', price: '0.035' });
  await who.control('balance', { key: who.paperKey, asset: 'BTC', free: '1' });
  const priceOf = (symbol: string) => site.deps.markets.lastPrice('binance', symbol)?.price.toNumber();
  await until(() => expect(['BTCUSDT', 'ETHBTC'].map(priceOf)).toEqual([40_000, 0.035]));
  const hook = await who.create({ pairs: ['eth_btc'], amount: { fixed: 0.00176 } });
  const pair = 'ETH_BTC';
  const [state, outcome] = await ends(hook, { action: 'open', pair }, { action: 'close', pair });
  expect(state).toBe('done');
  expect(outcome).toMatch(/^Would close 0\.05 ETH of ETH\/BTC, about 0\.00175 BTC at 0\.035\.$/);
});

it('W-11 a dry reduction below the exchange’s minimum says that it would be refused, and changes nothing', async () => {
  const hook = await who.create();
  const [state, outcome] = await ends(hook, { action: 'open' }, { action: 'reduce', share: 0.05 });
  expect(state).toBe('failed');
  expect(outcome).toMatch(/^Would be refused: The smallest part here is \d+(\.\d)? XRP\.$/);
  expect(await ends(hook, { action: 'close' })).toEqual([
    'done',
    'Would close 95.6 XRP of XRP/USDT, about 49.71 USDT at 0.52.',
  ]);
});

it('W-11 a dry reduction of a live hook is judged block by block, as a live one is', async () => {
  const hook = await who.create({ amount: { fixed: 9 } });
  await hook.live();
  for (const [at, action] of ['open', 'add'].entries()) {
    pass(1000);
    await hook.native({ action });
    const [entry] = await hook.done(at + 2);
    await who.filled(entry?.blockId ?? '');
  }
  await hook.call('test', { action: 'reduce' });
  const [line] = await hook.done(4);
  expect([line?.state, line?.outcome]).toEqual([
    'failed',
    'Would be refused: Only the whole of it can be closed: a part or its rest would be under the exchange’s minimum.',
  ]);
});

it('W-11 after a close that the exchange refused, a dry close says what is held, and a dry reduction that a close comes first', async () => {
  const hook = await who.create();
  await hook.live();
  await ends(hook, { action: 'open' });
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(95));
  await who.control('fault', { kind: 'reject', code: -1013, path: 'POST /api/v3/order', key: who.paperKey, times: 1 });
  expect((await ends(hook, { action: 'close' }))[0]).toBe('failed');
  await hook.call('live', { live: false });
  expect(await ends(hook, { action: 'reduce', share: 0.5 })).toEqual([
    'failed',
    'Would be refused: The exchange refused to close this block. Send a close again first.',
  ]);
  const [state, outcome] = await ends(hook, { action: 'close' });
  expect(state).toBe('done');
  expect(outcome).toMatch(/^Would close 95\.[456] XRP of XRP\/USDT, about 49\.\d+ USDT at 0\.52\.$/);
});

it('W-11 a dry close of a hook whose entry waits would cancel it', async () => {
  const hook = await who.create();
  await hook.live();
  await hook.native({ action: 'open', price: 0.4 });
  await hook.done(2);
  await hook.call('test', { action: 'close' });
  const [line] = await hook.done(3);
  expect([line?.state, line?.outcome]).toEqual(['done', 'Would cancel what waits to be bought of XRP/USDT.']);
});

it('W-11 a dry close of a hook that holds nothing says so', async () => {
  const { sql } = site.database;
  const hook = await who.create();
  await ends(hook, { action: 'open' });
  // No signal comes this far through the door: what it would hold ended meanwhile.
  await sql`update hook_signals set action = 'close', amount = null, state = 'waiting', outcome = null, done_at = null
    where hook_id = ${hook.hookId}`;
  const [line] = await hook.done();
  expect([line?.state, line?.outcome]).toEqual(['done', 'This hook would hold nothing of XRP/USDT.']);
});

it('W-11 a dry close needs no price, and what follows begins from nothing', async () => {
  const hook = await who.create();
  await ends(hook, { action: 'open' });
  const { lastPrice } = site.deps.markets;
  const silent = vi
    .spyOn(site.deps.markets, 'lastPrice')
    .mockImplementation((market, symbol) => (symbol === 'XRPUSDT' ? null : lastPrice(market, symbol)));
  expect(await ends(hook, { action: 'close' })).toEqual(['done', 'Would close 95.6 XRP of XRP/USDT.']);
  silent.mockRestore();
  expect(await ends(hook, { action: 'open', id: 'again' }, { action: 'close', id: 'last' })).toEqual([
    'done',
    'Would close 95.6 XRP of XRP/USDT, about 49.71 USDT at 0.52.',
  ]);
});

it('W-11 of more dry runs than are added up, a dry close does not say how much it would close', async () => {
  const { sql } = site.database;
  const hook = await who.create();
  await ends(hook, { action: 'open' });
  await sql`update hook_signals set received_at = received_at - 3600000 where hook_id = ${hook.hookId}`;
  await sql`insert into hook_signals (user_id, id, hook_id, received_at, address, bytes, result, action, symbol, share, state, body)
    select user_id, gen_random_uuid(), hook_id, received_at + number, address, bytes, result, 'reduce', symbol, 0.01, 'done', body
    from hook_signals, generate_series(1, 500) number where hook_id = ${hook.hookId}`;
  await hook.native({ action: 'close' });
  // A page of the log has ten lines.
  const [line] = await hook.done(10);
  expect([line?.action, line?.state]).toEqual(['close', 'done']);
  expect(line?.outcome).toBe(
    'Would close what this hook holds of XRP/USDT. How much is not known: the amounts of its earlier dry runs are not all known.',
  );
});
