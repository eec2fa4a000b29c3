import { expect, it } from 'vitest';
import { BY_HOOK } from '../../../tests/factories/bot-settings.ts';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import { endsAfter, type HookWorld } from '../../../tests/factories/hook-world.ts';
import { until } from '../../../tests/setup/until.ts';

let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ who } = opened);
});

const ends = endsAfter(pass);

it('W-11 a dry close and reduce say how much of which pair, and for about how much', async () => {
  const hook = await who.create();
  expect(await ends(hook, { action: 'open' }, { action: 'reduce', share: 0.5 })).toEqual([
    'done',
    'Would reduce 95.6 XRP of XRP/USDT by 47.8 XRP (50%), about 24.85 USDT at 0.52.',
  ]);
  await who.price('0.53');
  expect(await ends(hook, { action: 'add' }, { action: 'close' })).toEqual([
    'done',
    'Would close 141.6 XRP of XRP/USDT, about 75.04 USDT at 0.53.',
  ]);
  expect(await who.buys()).toBe(0);
  expect(await ends(hook, { action: 'open' }, { action: 'targets', takeProfits: [0.6], stopLoss: 0.45 })).toEqual([
    'done',
    'Would set take profit 0.6, stop 0.45 of what this hook holds of the pair.',
  ]);
});

it('W-11 a test of a live hook is about what it holds', async () => {
  const hook = await who.create();
  await hook.live();
  await hook.native({ action: 'open' });
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(95));
  await hook.done(2);
  await hook.call('test', { action: 'close' });
  const [line] = await hook.done(3);
  expect(line?.outcome).toMatch(/^Would close 95\.\d XRP of XRP\/USDT, about 49\.\d+ USDT at 0\.52\.$/);
  expect(Number(await who.coins())).toBeGreaterThan(95);
});

it('W-11 the receipt of a bot’s signal is by the size rule of that bot, or says why it is not known', async () => {
  const bot = { name: 'By hook', type: 'signal', settings: { ...BY_HOOK, places: 2 } };
  const made = await who.post('/api/bots', { ...bot, market: 'binance', symbolName: 'xrp_usdt' });
  const { botId } = made.body.bot;
  const hook = await who.create({ actions: ['open', 'add', 'reduce', 'close'], signalBot: botId });
  expect(await ends(hook, { action: 'open' })).toEqual(['failed', 'Would be refused: Its bot does not run.']);
  expect((await hook.native({ action: 'close' })).body['error']).toMatch(/^out of step/);
  expect((await who.post(`/api/bots/${botId}/start`, {})).body.error).toBeNull();
  await until(async () =>
    expect((await who.get(`/api/bots/${botId}`)).body.now).toBe('Waits for a signal of its hook.'),
  );
  expect(await ends(hook, { action: 'open' })).toEqual([
    'done',
    'Would buy 96.1 XRP at up to 0.5226 for 50.22186 USDT, by the settings of its bot.',
  ]);
  expect(await ends(hook, { action: 'close' })).toEqual([
    'done',
    'Would close what its bot holds of XRP/USDT. How much is not known: no deal of it is open, and a dry run opens none.',
  ]);
  expect(await ends(hook, { action: 'open', id: 'again' }, { action: 'reduce', share: 0.25 })).toEqual([
    'done',
    'Would reduce what its bot holds of XRP/USDT by 25%. How much is not known: no deal of it is open, and a dry run opens none.',
  ]);
  expect(await who.buys()).toBe(0);
  expect((await hook.call('live', { live: true })).body.error).toBeNull();
  await hook.native({ action: 'open', id: 'real' });
  await until(async () => expect(Number(await who.coins())).toBeGreaterThan(95));
  await hook.call('test', { action: 'reduce' });
  const [line] = await hook.done(8);
  expect(line?.outcome).toMatch(
    /^Would reduce 96(\.\d)? XRP of XRP\/USDT by 4[78](\.\d)? XRP \(50%\), about 2\d\.\d+ USDT at 0\.52\.$/,
  );
});

it('W-11 a dry entry that would be refused is no position: the next one may open, and there is nothing to close', async () => {
  const hook = await who.create({ amount: { fixed: 0.01 } });
  for (const id of ['first', 'second']) {
    const [state, outcome] = await ends(hook, { action: 'open', id });
    expect(state).toBe('failed');
    expect(outcome).toMatch(/^Would be refused: /);
  }
  expect((await hook.native({ action: 'close' })).body['error']).toBe(
    'out of step: this hook holds nothing of this pair',
  );
});

it('W-11 a dry reduction by all of it leaves nothing', async () => {
  const hook = await who.create();
  await ends(hook, { action: 'open' }, { action: 'reduce', share: 1 });
  expect((await hook.native({ action: 'close' })).body['error']).toBe(
    'out of step: this hook holds nothing of this pair',
  );
  expect((await ends(hook, { action: 'open', id: 'again' }))[0]).toBe('done');
});

it('W-9 a strategy of TradingView that sells a quarter and stays long closes a quarter', async () => {
  const hook = await who.create({ amount: { atMost: 50 } });
  const send = async (trade: Record<string, unknown>) => {
    pass(1000);
    const about = { ticker: 'XRPUSDT', exchange: 'BINANCE', timenow: new Date(clock()).toISOString() };
    expect((await hook.send({ ...about, price: '0.52', marketPosition: 'long', ...trade })).body['error']).toBeNull();
  };
  await send({ action: 'buy', prevMarketPosition: 'flat', contracts: '96', marketPositionSize: '96' });
  await hook.done(1);
  await send({ action: 'sell', prevMarketPosition: 'long', contracts: '24', marketPositionSize: '72' });
  const [line] = await hook.done(2);
  expect(line?.outcome).toMatch(/^Would reduce 95\.\d XRP of XRP\/USDT by 23\.\d XRP \(25%\)/);
});

it('W-11 a test is of an action that needs no position, in whatever order the actions were chosen', async () => {
  const hook = await who.create({ actions: ['close', 'open'] });
  await hook.call('test');
  const [line] = await hook.done();
  expect([line?.action, line?.state]).toEqual(['open', 'done']);
});
