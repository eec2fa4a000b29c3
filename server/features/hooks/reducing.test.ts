import { expect, it } from 'vitest';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import { until } from '../../../tests/setup/until.ts';

let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ who } = opened);
});

type Hook = Awaited<ReturnType<HookWorld['create']>>;

/** Sends it as Altrady does, and says how it ended. */
async function ends(hook: Hook, signal: Record<string, unknown>) {
  const before = (await hook.log()).length;
  pass(1000);
  const timestamp = new Date(clock()).toISOString();
  const { body } = await hook.send({ api_key: 'any', symbol: 'XRPUSDT', side: 'long', timestamp, ...signal });
  expect(body['error']).toBeNull();
  const [line] = await hook.done(before + 1);
  return line;
}
const reduced = async (hook: Hook, worth: number) => {
  const line = await ends(hook, { action: 'reduce', quote_amount: worth });
  return [line?.action, line?.state, line?.outcome];
};
const holds = (from: number, to: number) =>
  until(async () => {
    const coins = Number(await who.coins());
    expect(coins).toBeGreaterThan(from);
    expect(coins).toBeLessThan(to);
  });

/** A live hook with a block of 95.6 XRP, bought at 0.52, and perhaps a second one. */
async function bought(entries: readonly string[] = ['open'], more: Record<string, unknown> = {}): Promise<Hook> {
  const hook = await who.create(more);
  await hook.live();
  for (const action of entries) {
    const entry = await ends(hook, { action });
    await who.filled(entry?.blockId ?? '');
  }
  return hook;
}

it('W-8 Altrady: a reduction sells what brings its amount at the price of the time when it came', async () => {
  const hook = await bought();
  expect(await reduced(hook, 26)).toEqual(['reduce', 'done', 'Reduced: one block.']);
  await holds(45, 46);
});

it('W-8 Altrady: of two blocks a reduction sells the same share', async () => {
  const hook = await bought(['open', 'increase']);
  expect(await reduced(hook, 52)).toEqual(['reduce', 'done', 'Reduced: 2 blocks.']);
  await holds(90, 92);
});

it('W-8 Altrady: while an entry still fills, nothing is sold for an amount: what is held is not known', async () => {
  const hook = await who.create();
  await hook.live();
  await hook.native({ action: 'open', price: 0.5 });
  await hook.done(2);
  await who.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '50' });
  await who.price('0.5');
  await who.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
  await holds(49, 51);
  const timestamp = new Date(clock()).toISOString();
  const signal = { api_key: 'any', symbol: 'XRPUSDT', side: 'long', action: 'reduce', quote_amount: 26 };
  expect((await hook.send({ ...signal, timestamp })).body['error']).toBeNull();
  const [line] = await hook.done(3);
  expect([line?.action, line?.state, line?.outcome]).toEqual([
    'reduce',
    'failed',
    'The entry is still being filled: first cancel the rest of it.',
  ]);
  await holds(49, 51);
});

it('W-8 Altrady: a reduction by at least what is held is a close, where its hook may close', async () => {
  const hook = await bought();
  expect(await reduced(hook, 60)).toEqual(['close', 'done', 'Closed: one block.']);
  await holds(-1, 0.2);
  const reduces = await bought(['open'], { actions: ['open', 'reduce'] });
  expect(await reduced(reduces, 60)).toEqual([
    'reduce',
    'failed',
    'Its amount is worth all that this hook holds, and this hook may not close.',
  ]);
  await holds(95, 96);
});

it('W-8 a reduction that the exchange refuses has reduced nothing, and its log says why', async () => {
  const hook = await bought();
  await who.control('fault', { kind: 'reject', code: -1013, path: 'POST /api/v3/order', key: who.paperKey, times: 1 });
  expect(await reduced(hook, 26)).toEqual([
    'reduce',
    'failed',
    expect.stringMatching(/ Binance takes 5 USDT and more here\.$/),
  ]);
  await holds(95, 96);
});

it('W-11 the dry run of a reduction by an amount says what it would sell, and what follows goes by it', async () => {
  const hook = await who.create();
  await ends(hook, { action: 'open' });
  expect(await reduced(hook, 26)).toEqual([
    'reduce',
    'done',
    'Would reduce 95.6 XRP of XRP/USDT by 50 XRP (52.3%), about 26 USDT at 0.52.',
  ]);
  expect(await reduced(hook, 26)).toEqual([
    'close',
    'done',
    'Would close 45.6 XRP of XRP/USDT, about 23.71 USDT at 0.52.',
  ]);
  expect((await ends(hook, { action: 'open' }))?.state).toBe('done');
  expect(await who.buys()).toBe(0);
});
