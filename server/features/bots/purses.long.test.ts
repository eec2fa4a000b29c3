import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { BY_HOOK, LADDER } from '../../../tests/factories/bot-settings.ts';
import { averagingWorld, IN_TIME } from '../../../tests/factories/averaging-bot.ts';
import { type HookWorld, hookWorld } from '../../../tests/factories/hook-world.ts';
import { purseWorld } from '../../../tests/factories/purse-world.ts';
import { smartMoneyWorld } from '../../../tests/factories/smart-money-bot.ts';
import { turtleWorld } from '../../../tests/factories/turtle-bot.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.close());

/** Longer than it takes until something that is missing is asked about. */
const SEEN_WITHIN = 5000;

it('C-14, C-18: trades that no stream reported are not taken for a withdrawal, nor is what its owner takes of other coins', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running({ heldMirrors: 2 });
  await world.control('fault', { kind: 'mute-streams' });
  for (const price of ['0.51', '0.5', '0.531', '0.541', '0.52']) {
    await world.control('price', { symbol: 'XRPUSDT', price });
    await sleep(300);
  }
  await world.control('reset', {});
  await world.control('fault', { kind: 'cut-streams' });
  const rests = () => until(async () => expect(await world.book()).toHaveLength(8), IN_TIME);
  await until(async () => {
    const { runs } = await bot.detail();
    expect(runs[0]?.levels.reduce((sum, { rounds }) => sum + rounds, 0)).toBeGreaterThan(1);
  }, IN_TIME);
  await rests();
  // All but the bot's, to the last digit: then a sale and a purchase move it.
  const body = await until(async () => {
    const read = (await world.get('/api/markets/spot/symbol-quantities/binance/xrp_usdt')).body;
    expect(Number(read.botsCounterQuantity)).toBeGreaterThan(0.9);
    return read;
  }, IN_TIME);
  await world.leaves('USDT', ((await world.free('USDT')) - Number(body.counterQuantity)).toFixed(8));
  for (const price of ['0.511', '0.5', '0.531', '0.541', '0.523']) {
    await world.price(price);
    await rests();
  }
  await sleep(SEEN_WITHIN);
  expect((await bot.detail()).state).toBe('running');
  expect(await world.why(bot)).not.toMatch(/not free/);
  await bot.call('stop', { coins: 'keep' });
  await bot.shows('stopped');
});

it('C-3, C-18: of a run of a copy key: the bot asks about that key, and the others run on', async () => {
  const world = await purseWorld(site, ['1000']);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running({}, { copyKeys: true });
  const [copy] = world.copies;
  await until(async () => expect((await bot.detail()).runs.map(({ state }) => state)).toEqual(['running', 'running']));
  await world.leaves('USDT', '0', copy?.paperKey);
  await bot.shows('attention', (_, { reason }) => expect(reason).toMatch(/USDT of it are not free on Copy 1 any more/));
  expect((await bot.detail()).runs.map(({ state }) => state)).toEqual(['running', 'attention']);
  expect(await world.missingOf(bot)).toBeNull();
  expect(await world.missingOf(bot, 1)).toMatchObject({ base: 0, givesUp: [] });
  expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  await until(async () => expect((await bot.detail()).runs.map(({ state }) => state)).toEqual(['running', 'running']));
  await bot.call('stop', { coins: 'keep' });
  await bot.shows('stopped');
});

it('C-5, C-18: of two grids on one key the one that keeps most of the money is asked, and the other one works on', async () => {
  const world = await purseWorld(site);
  await world.control('reset', {});
  await world.price('0.523');
  const bot = await world.running();
  await world.control('price', { symbol: 'BTCUSDT', price: '100000' });
  const levels = {
    order: 'buy-sell',
    baseCurrency: 'BTC',
    counterCurrency: 'USDT',
    counterEarning: true,
    repeat: true,
  };
  const other = await world.create(
    { type: 'levels', settings: { ...levels, buy: 90_000, sell: 110_000, invest: 100 } },
    { symbolName: 'btc_usdt' },
  );
  expect((await other.call('start')).body.error).toBeNull();
  await other.shows('running');
  await other.call('pause', { takeDown: true });
  await other.shows('paused');
  await world.leaves('USDT', '60');
  await sleep(SEEN_WITHIN);
  expect([(await bot.detail()).state, (await other.detail()).state]).toEqual(['running', 'paused']);
  await other.call('resume');
  await until(async () => {
    const { state, reason } = await other.detail();
    expect([state, reason]).toEqual(['attention', expect.stringMatching(/^4\d\.\d+ USDT of it are not free on/)]);
  }, IN_TIME);
  expect((await bot.detail()).state).toBe('running');
  // Its only level could not go on.
  expect((await other.call('adopt', { choice: 'go-on' })).body.error).toMatch(/none of its levels can go on/);
  expect((await other.call('stop', { coins: 'keep' })).body.error).toBeNull();
  await other.shows('stopped', ({ owned }) => expect(owned.counter).toBeLessThan(60));
  await bot.call('stop', { coins: 'keep' });
  await bot.shows('stopped');
});

it('C-18, PB-11: of an averaging bot money is asked about by the bot, coins by the order block of its deal', async () => {
  const world = await averagingWorld(site, []);
  const bot = await world.running({ ...LADDER, coolDown: 600, repeat: true, stop: null, withoutStop: true });
  await until(async () => expect((await world.book()).length).toBe(6), IN_TIME);
  expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
  await until(async () => expect((await world.book()).length).toBe(1), IN_TIME);
  // Of 218.75 for its additions 100 are left: those nearest to the market go on.
  await world.control('balance', { key: world.paperKey, asset: 'USDT', free: '100' });
  expect((await bot.call('resume')).body.error).toBeNull();
  await bot.shows('attention', (_, { reason }) => expect(reason).toMatch(/^118\.\d+ USDT of it are not free on/));
  expect((await world.book()).length).toBe(1);
  expect((await bot.call('adopt', { choice: 'go-on' })).body.error).toBeNull();
  await until(async () => expect((await world.book()).length).toBe(5), IN_TIME);
  const [order] = await site.database.sql<{ clientOrderId: string }[]>`
    select client_order_id as "clientOrderId" from paper.orders
    where api_key = ${world.paperKey} and status = 'NEW' and side = 'SELL'`;
  const named = { key: world.paperKey, symbol: 'XRPUSDT', clientOrderId: order?.clientOrderId };
  await world.control('order', { do: 'cancel', ...named });
  await world.control('balance', { key: world.paperKey, asset: 'XRP', free: '0' });
  await until(async () => expect((await bot.detail()).now).toMatch(/Decide about its order block/), IN_TIME);
  const asked = await site.database.sql<{ interference: string }[]>`
    select interference from positions where interference is not null`;
  expect(asked).toEqual([{ interference: expect.stringMatching(/order-cancelled|balance-spent/) }]);
  expect((await bot.detail()).state).toBe('running');
});

/** A bot that was given 100 USDT and waits for a signal. */
interface Waiting {
  world: Pick<HookWorld, 'control' | 'get' | 'post' | 'paperKey'>;
  botId: string;
  /** Sends its next signal, and waits for what it buys of 40 USDT. */
  buys: () => Promise<void>;
}

async function byBars(world: Awaited<ReturnType<typeof smartMoneyWorld>>, entry: string): Promise<Waiting> {
  onTestFinished(() => world.restore());
  const { botId } = await world.running();
  const buys = async () => {
    await world.ends(botId, { last: 38 });
    await world.rests([entry]);
  };
  return { world, botId, buys };
}

async function byHook(): Promise<Waiting> {
  const world = await hookWorld(site, Date.now);
  await until(() => expect(site.deps.markets.lastPrice('binance', 'XRPUSDT')?.price.toNumber()).toBe(0.52));
  const bot = { name: 'By hook', type: 'signal', settings: BY_HOOK, market: 'binance', symbolName: 'xrp_usdt' };
  const { botId } = (await world.post('/api/bots', bot)).body.bot as { botId: string };
  expect((await world.post(`/api/bots/${botId}/start`, {})).body.error).toBeNull();
  const now = async () => (await world.get(`/api/bots/${botId}`)).body.now as string;
  await until(async () => expect(await now()).toBe('Waits for a signal of its hook.'), IN_TIME);
  const hook = await world.create({ actions: ['open'], signalBot: botId });
  await hook.live();
  const buys = async () => {
    await hook.native({ action: 'open' });
    expect((await hook.done(2))[0]?.outcome).toBe('By hook: deal 1 buys 76.5 XRP at up to 0.5226.');
  };
  return { world, botId, buys };
}

it.each<[string, () => Promise<Waiting>]>([
  ['smart money', async () => byBars(await smartMoneyWorld(site, { copies: [] }), 'BUY 76.1 0.5251')],
  ['turtle', async () => byBars(await turtleWorld(site), 'BUY 18.9 0.529')],
  ['signal', byHook],
])(
  'C-18: a %s bot whose money was taken by hand asks with the amount, and its next signal buys of what is left',
  async (_, open) => {
    const { world, botId, buys } = await open();
    const detail = async () => (await world.get(`/api/bots/${botId}`)).body as { state: string; reason: string | null };
    await world.control('balance', { key: world.paperKey, asset: 'USDT', free: '40' });
    const reason = expect.stringMatching(/^60 USDT of it are not free on .* any more: /);
    await until(async () => expect(await detail()).toMatchObject({ state: 'attention', reason }));
    expect((await world.post(`/api/bots/${botId}/adopt`, { choice: 'go-on' })).body.error).toBeNull();
    await until(async () => expect(await detail()).toMatchObject({ state: 'running', reason: null }));
    await buys();
    expect((await world.post(`/api/bots/${botId}/stop`, { coins: 'sell' })).body.error).toBeNull();
    await until(async () => expect((await detail()).state).toBe('stopped'));
  },
);
