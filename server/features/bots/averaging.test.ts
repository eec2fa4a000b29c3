import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { XRP } from '../../../tests/factories/copiers.ts';
import { LADDER } from '../../../tests/factories/bot-settings.ts';
import { averagingWorld, bookAfter, IN_TIME, ONLY_EXITS, ROWS } from '../../../tests/factories/averaging-bot.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let world: Awaited<ReturnType<typeof averagingWorld>>;
/** PB-11: a take profit is replaced every five seconds at most; the site's clock is moved on instead of waiting. */
let ahead = 0;
beforeAll(async () => {
  site = await testSite({}, () => Date.now() + ahead);
});
afterAll(() => site.close());
beforeEach(async () => {
  world = await averagingWorld(site);
});

describe('an averaging bot on the paper exchange', () => {
  it('PB-2, R-9: waits for its price with its money kept, then opens at the market of then', async () => {
    const bot = await world.running({ additions: 1 }, { startAt: 0.515 });
    await bot.shows('waiting');
    expect(await world.book()).toEqual([]);
    const { body: free } = await world.get('/api/markets/spot/symbol-quantities/binance/xrp_usdt');
    expect(Number(free.botsCounterQuantity)).toBeGreaterThan(39);
    await world.price('0.515');
    await bot.shows('running', (run) => expect(run.levels[1]?.held).toBeGreaterThan(38));
  });

  it('dca-ladder PB-1, PB-11: each addition that fills moves the one take profit, and the stop ends all of it', async () => {
    const bot = await world.running();
    await world.rests(bookAfter(0));
    expect((await bot.detail()).runs[0]?.given).toEqual({ base: 0, counter: 238.7519 });
    for (const [filled, [price]] of ROWS.entries()) {
      if (filled === 0) continue;
      ahead += 5000;
      await world.price(price);
      await world.rests(bookAfter(filled));
    }
    expect((await bot.detail()).result?.rounds).toBe(0);
    // PB-1: it is an order block like any other.
    await until(async () => {
      const [row] = await world.rows('buy');
      expect(row).toMatchObject({ origin: 'joined', protection: 'exchange', firstFilledQuantity: 497.6 });
    }, IN_TIME);

    await world.price('0.4294');
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(0.0024, 8));
    const { result } = await bot.detail();
    expect(result?.rounds).toBe(-25.51061474);
    expect(result?.total).toBeCloseTo((result?.rounds ?? 0) + (result?.position ?? 0), 8);
    expect(await world.book()).toEqual([]);
    // C-4: the account has moved by exactly that.
    expect(Number(await world.balance('USDT'))).toBeCloseTo(1000 - 25.51061474, 8);
    expect((await world.get(`/api/bots/${bot.botId}/deals`)).body.totalRecords).toBe(7);
    // Nothing that went over is told twice.
    const history = await world.rows('history');
    expect(history).toMatchObject([{ status: 'stop-loss-filled' }]);
  });

  it('PB-11: additions that fill a tick above the stop have it too', async () => {
    const bot = await world.running();
    await world.rests(bookAfter(0));
    await world.price('0.4295');
    await world.rests(bookAfter(5));
    await world.price('0.4294');
    await bot.shows('stopped');
    expect((await bot.detail()).result?.rounds).toBe(-25.51061474);
    const { content } = (await world.get(`/api/bots/${bot.botId}/why`)).body;
    expect(content).toContainEqual(expect.objectContaining({ text: 'Deal 1 is over: −25.5107 USDT.' }));
  });

  it('PB-11, EX-14: an addition that fills in part has the exits of the deal, and is joined once it has ended', async () => {
    const bot = await world.running();
    await world.rests(bookAfter(0));
    await world.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '20' });
    await world.price('0.5151');
    const [ownStop, ...others] = bookAfter(0);
    const rest = others.slice(0, -2);
    const exits = (price: string) => [`SELL 19.9 ${price}`, `SELL 38.1 ${price}`];
    expect(ownStop).toBe('SELL 38.1 0.4294');
    await world.rests([...exits('0.4294'), ...rest, 'BUY 18.8 0.5151', ...exits('0.5328')]);
    // The card shows the exits of the first order.
    await bot.shows('running', ({ levels }) => expect(levels.at(-1)).toMatchObject({ quantity: 38.1, resting: true }));
    await world.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
    ahead += 5000;
    await world.price('0.515');
    await world.rests(bookAfter(1));
    await bot.call('stop', { coins: 'sell' });
    await bot.shows('stopped');
  });

  it('R-8: a first order that filled in part and is too little for its exits is joined with the first addition that fills', async () => {
    await world.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: '5' });
    await world.running();
    await world.rests(['BUY 33.2 0.5256']);
    await world.price('0.53');
    ahead += 60_000;
    await world.price('0.5301');
    const additions = bookAfter(0).filter((line) => line.startsWith('BUY'));
    await world.rests(additions);
    await world.control('liquidity', { symbol: 'XRPUSDT', maxPerTick: null });
    await world.price('0.5151');
    await world.rests(['SELL 43.7 0.4294', ...additions.slice(0, -1), 'SELL 43.7 0.5255']);
  });

  it('PB-11, C-5: the take profit ends a deal, its additions come down, and all its money was kept meanwhile', async () => {
    const bot = await world.running();
    await world.rests(bookAfter(0));
    const { body: free } = await world.get('/api/markets/spot/symbol-quantities/binance/xrp_usdt');
    expect(Number(free.counterQuantity)).toBeCloseTo(1000 - 238.7519, 1);
    await world.price('0.5328');
    await bot.shows('stopped');
    expect((await bot.detail()).result?.rounds).toBe(0.30078032);
    expect(await world.book()).toEqual([]);
    expect(Number(await world.balance('USDT'))).toBeCloseTo(1000.30078032, 8);
  });

  it('C-8, C-9: a pause takes additions down and keeps the exits; Keep leaves the coins, Sell sells them', async () => {
    const bot = await world.running();
    await world.rests(bookAfter(0));
    expect((await bot.call('pause', { takeDown: true })).body.error).toBeNull();
    await world.rests(ONLY_EXITS);
    expect((await bot.call('resume')).body.error).toBeNull();
    await world.rests(bookAfter(0));
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped', ({ owned }) => expect(owned.base).toBeCloseTo(38.1618, 8));
    expect(await world.book()).toEqual([]);
    // Its block is its owner's own now.
    expect(await world.rows('buy')).toMatchObject([{ origin: 'placed', firstFilledQuantity: 38.2 }]);

    const other = await world.running();
    await world.rests(bookAfter(0));
    expect((await other.call('stop', { coins: 'sell' })).body.error).toBeNull();
    await other.shows('stopped', ({ owned }) => expect(owned.base).toBeLessThan(0.1));
    expect(await world.book()).toEqual([]);
  });

  it('PB-7: no bot starts without a stop, or the word of its owner that there is none', async () => {
    const bare = await world.made({ stop: null });
    expect((await bare.call('start')).body.error).toBe(
      'Without a stop loss this bot can lose everything it is given. Set one, or tick that you accept this.',
    );
    const told = await world.running({ stop: null, withoutStop: true, additions: 0 });
    await world.rests(['SELL 38.1 0.5328']);
    await told.shows('running', (_, { protection }) => expect(protection).toBe('no stop'));
  });
});

describe('what else an averaging bot meets', () => {
  it('C-22, PB-11: the receipt says what is kept, what a deal earns however it goes, and its loss at the stop', async () => {
    const request = { market: 'binance', symbolName: 'xrp_usdt', type: 'averaging', settings: LADDER };
    const { plan, refusals } = (await world.post('/api/bots/preview', request)).body;
    expect(refusals).toEqual([]);
    expect(plan.needs).toEqual({ base: 0, counter: 238.7519 });
    expect(plan.atStart).toMatchObject({ side: 'buy', quantity: 38.2, price: 0.5256 });
    expect(plan.worst).toEqual({ price: 0.4294, value: 213.24128526, change: -25.51061474, percent: -10.6849 });
    // 3.5903152 of 238.7519 where all has filled, 0.30078032 of 19.9786 where only the first has.
    expect([plan.levels[0].percent, plan.levels[5].percent]).toEqual([1.5037, 1.5055]);
    const small = { ...request, settings: { ...LADDER, addition: 4 } };
    expect((await world.post('/api/bots/preview', small)).body.refusals).toMatchObject([
      {
        field: 'settings.addition',
        text: expect.stringMatching(/^Addition 1 would be worth 3\.\d+; the exchange takes 5/),
      },
    ]);
  });

  it('PB-6, PB-4: begins again after a deal, and asks its owner once its purse is too small', async () => {
    const bot = await world.running({ repeat: true, additions: 1 });
    await until(async () => expect(await world.book()).toHaveLength(3), IN_TIME);
    await world.price('0.5328');
    await until(async () => expect((await bot.detail()).now).toMatch(/^Deal 2 /), IN_TIME);
    await until(async () => expect(await world.book()).toHaveLength(3), IN_TIME);
    await world.price('0.48');
    await bot.shows('attention');
    const { reason, result } = await bot.detail();
    expect(reason).toMatch(/^It has 3[\d.]+ USDT left; a deal needs 39\.\d\d\. Copy it to start another with less\.$/);
    expect(result?.rounds).toBeLessThan(0);
    expect(await world.book()).toEqual([]);
  });

  it('PB-1: says of a sale that it rests only while the exchange has it', async () => {
    const bot = await world.running({ additions: 1 });
    await bot.shows('running', ({ levels }) => {
      expect(levels.at(-1)).toMatchObject({ resting: true, idle: null });
      expect(levels.map(({ stopPrice }) => stopPrice)).toEqual([null, 0.4893]);
    });
    expect(await world.book()).toContain('SELL 38.1 0.4893');
    const [sale] = await site.database.sql<{ id: string }[]>`
      select order_id as id from paper.orders where api_key = ${world.paperKey} and side = 'SELL' and status = 'NEW'`;
    const canceled = { symbol: 'XRPUSDT', key: world.paperKey, orderId: Number(sale?.id) };
    await world.control('order', { do: 'cancel', ...canceled });
    const idle = 'Its sale does not rest on the exchange.';
    await bot.shows('running', ({ levels }) => expect(levels.at(-1)).toMatchObject({ resting: false, idle }));
  });

  it('PB-3, C-12: with trading off nothing is opened, and what protects stays', async () => {
    const bot = await world.running({ repeat: true, additions: 0 });
    await world.rests(['SELL 38.1 0.4968', 'SELL 38.1 0.5328']);
    await world.post('/api/user/trading', { off: true });
    expect(await world.book()).toHaveLength(2);
    await world.price('0.5328');
    await until(async () => expect((await bot.detail()).now).toBe('Its next deal opens.'), IN_TIME);
    expect(await world.book()).toEqual([]);
    await world.post('/api/user/trading', { off: false });
    await until(async () => expect((await bot.detail()).now).toMatch(/^Deal 2 holds/), IN_TIME);
  });

  it('PB-1: a deal that its owner closes by hand takes its additions down', async () => {
    const bot = await world.running();
    await world.rests(bookAfter(0));
    const blockId = await baseOf(bot.botId);
    await until(async () => {
      expect(await world.rows('buy', blockId)).toMatchObject([{ origin: 'bot', protection: 'exchange' }]);
    }, IN_TIME);
    const closed = await world.block('PUT', 'fourth/close', { blockId });
    expect(closed.body.error).toBeNull();
    await bot.shows('stopped');
    expect(await world.book()).toEqual([]);
    const texts = (await world.get(`/api/bots/${bot.botId}/why`)).body.content.map(
      ({ text }: { text: string }) => text,
    );
    expect(texts).toContain('It was closed by you.');
  });

  it('C-6, C-13: two bots share a pair, and answers that are lost double nothing', async () => {
    const first = await world.running({ additions: 1 });
    await until(async () => expect(await world.book()).toHaveLength(3), IN_TIME);
    await world.control('fault', { kind: 'unknown-executed', times: 2 });
    const second = await world.running({ additions: 1 });
    await until(async () => expect(await world.book()).toHaveLength(6), IN_TIME);
    await second.shows('running', ({ levels }) => expect(levels.map(({ resting }) => resting)).toEqual([true, true]));
    await first.call('stop', { coins: 'sell' });
    await first.shows('stopped');
    expect(await world.book()).toHaveLength(3);
  });

  it('C-10: the whole ladder is held against the limits before a deal opens', async () => {
    await world.send('PUT', '/api/user/limits', { json: { perOrder: 76, perDay: 1000, thinMarkets: false } });
    const bot = await world.made();
    expect((await bot.call('start')).body.error).toMatch(
      /^This order is worth 76\.8 USDT; your limit for one order is 76 USDT\./,
    );
    await world.send('PUT', '/api/user/limits', { json: { perOrder: 77, perDay: 1000, thinMarkets: false } });
    expect((await bot.call('start')).body.error).toBeNull();
    await world.rests(bookAfter(0));
    // What is counted is its orders, once.
    expect(Number((await world.get('/api/user/limits')).body.usedToday)).toBeCloseTo(238.7519, 1);
  });

  // The last one: the pair stays halted.
  it('EX-13: says that this server watches its stop where the exchange takes no more of them', async () => {
    await world.control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: 0 });
    const bot = await world.running({ additions: 1 });
    await bot.shows('running', (_, { protection }) => expect(protection).toBe('stop: this server'));
    await world.control('pair', { symbol: 'XRPUSDT', status: 'HALT' });
    // The exchange refuses the order, and so tells that the pair does not trade.
    const order = { ...XRP, price: 0.4, counterQuantity: 20, counterEarning: true };
    expect((await world.post('/api/markets/spot/first/buy', order)).body.error).not.toBeNull();
    await bot.shows('running', (_, { protection }) => expect(protection).toBe('stop: not held'));
  });
});

async function baseOf(botId: string): Promise<string> {
  const [row] = await site.database.sql<{ id: string }[]>`
    select b.block_id as id from bot_deal_blocks b join bot_runs r on r.id = b.run_id
    where r.bot_id = ${botId} and b.leg = 'base'`;
  return row?.id ?? '';
}
