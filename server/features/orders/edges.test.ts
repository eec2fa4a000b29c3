import { describe, expect, it, vi } from 'vitest';
import {
  type DealTrader,
  IN_TIME,
  XRP_PAIR,
  filledEntry,
  setTargets,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { byHand, control, price, shows, sent } = deals;
const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };

const liquidity = (maxPerTick: string | null) => control('liquidity', { symbol: 'XRPUSDT', maxPerTick });
const live = async (who: DealTrader) =>
  (await sent(who)).filter(({ status }) => status === 'NEW' || status === 'PARTIALLY_FILLED');
const lively = async (who: DealTrader) => (await live(who)).map(({ type, quantity }) => `${type} ${quantity}`);

/** An entry at 0.51, of which 50 XRP are filled; the market stands at 0.51. */
async function partlyFilled(who: DealTrader, order: Record<string, unknown> = {}): Promise<string> {
  await liquidity('50');
  const { body } = await who.buy({ price: 0.51, ...order });
  expect(body.error).toBeNull();
  await price('0.51');
  await shows(who, { status: 'partly-filled', firstFilledQuantity: 50 });
  await liquidity('0');
  return body.orderBlock.blockId;
}

it('an entry that only rests costs no look at its fee: 80 keys would use up a third of what an address may ask a minute', async () => {
  const who = await deals.trader();
  const path = '/api/v3/account/commission';
  await control('fault', { kind: 'reject', code: 503, times: 1, path });
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  await shows(who, { blockId, status: 'placed' });
  const removed = await who.send('DELETE', '/api/markets/spot/first/', { json: { ...XRP_PAIR, blockId } });
  expect(removed.body).toEqual({ error: null });
  const firstToAsk = await byHand(who).get(path, { symbol: 'XRPUSDT' });
  expect(firstToAsk.status).toBe(503);
});

describe('a partly filled entry', () => {
  it('gets targets for its part, which grow with it, but not more often than every 5 s', async () => {
    const who = await deals.trader();
    const blockId = await partlyFilled(who);
    const started = performance.now();
    expect((await setTargets(who, blockId, BOTH)).body.errorMessage).toBeNull();
    expect(await lively(who)).toEqual(['LIMIT 196', 'STOP_LOSS 49.9', 'LIMIT_MAKER 49.9']);
    await shows(who, { status: 'targets-placed', protection: 'exchange' });
    await liquidity('50');
    await price('0.51');
    await liquidity('0');
    await shows(who, { firstFilledQuantity: 100, protection: 'server' });
    await vi.waitFor(async () => {
      expect(await lively(who)).toEqual(['LIMIT 196', 'STOP_LOSS 99.9', 'LIMIT_MAKER 99.9']);
    }, IN_TIME);
    expect(performance.now() - started).toBeGreaterThan(4900);
    await shows(who, { status: 'targets-placed', protection: 'exchange' });
    expect((await sent(who)).filter(({ type }) => type === 'STOP_LOSS')).toHaveLength(2);
  });

  it('whose take profit is reached leaves no entry behind', async () => {
    const who = await deals.trader();
    const blockId = await partlyFilled(who);
    await setTargets(who, blockId, BOTH);
    await liquidity(null);
    await price('0.546');
    await shows(who, { status: 'take-profit-filled', open: false, blockId }, { section: 'history' });
    expect(await live(who)).toEqual([]);
  });

  it('placed with its targets is watched here: at the stop its rest is cancelled and what was bought is sold', async () => {
    const who = await deals.trader();
    const blockId = await partlyFilled(who, BOTH);
    await shows(who, { protection: 'server' });
    await price('0.494');
    await vi.waitFor(async () => expect(await live(who)).toEqual([]), IN_TIME);
    await liquidity(null);
    const row = await shows(who, { status: 'stop-loss-filled', open: false, blockId }, { section: 'history' });
    expect(row).toMatchObject({ secondStopLossFilledQuantity: 49.9 });
    expect(await live(who)).toEqual([]);
    expect((await sent(who)).at(-1)).toMatchObject({
      side: 'SELL',
      type: 'MARKET',
      quantity: '49.9',
      status: 'FILLED',
    });
  });

  it('too small to exit says so, and nothing is sent in vain', async () => {
    const who = await deals.trader();
    await liquidity('5');
    const { blockId } = (await who.buy({ price: 0.51 })).body.orderBlock;
    await price('0.51');
    await shows(who, { status: 'partly-filled', firstFilledQuantity: 5 });
    await liquidity('0');
    await setTargets(who, blockId, BOTH);
    const row = await shows(who, { protection: 'unprotected' });
    expect(row.protectionReason).toBe('It is too small to sell: Binance takes no order of this value.');
    expect(row.statusReason).toMatch(/too small to exit/i);
    expect(row.dust).toBe(4.995);
    await price('0.493');
    await shows(who, { status: 'partly-filled', protection: 'unprotected' });
    expect(await deals.written(who)).toHaveLength(1);
  });
});

describe('a stop', () => {
  it('that the market jumps over sells at what the market gives', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await price('0.43');
    const row = await shows(who, { status: 'stop-loss-filled', open: false }, { section: 'history' });
    expect(row.secondStopLossFilledQuantity).toBe(192.1);
    expect(row.secondStopLossFilledPrice as number).toBeLessThanOrEqual(0.4301);
  });

  it('gone because the take profit began to fill is watched here', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await liquidity('50');
    await price('0.546');
    await shows(who, { secondTakeProfitFilledQuantity: 50, protection: 'server' });
    await price('0.494');
    await vi.waitFor(async () => expect(await live(who)).toEqual([]), IN_TIME);
    await liquidity(null);
    const row = await shows(who, { status: 'stop-loss-filled', open: false }, { section: 'history' });
    expect(row).toMatchObject({ secondTakeProfitFilledQuantity: 50, secondStopLossFilledQuantity: 142.1 });
    expect(await live(who)).toEqual([]);
  });

  it('of a sell block is refused with a sentence where the counter currency is short, once', async () => {
    const who = await deals.trader();
    await control('balance', { key: who.paperKey, asset: 'USDT', free: '0' });
    const targets = { takeProfitPrice: 0.494, stopLossPrice: 0.546 };
    const blockId = await filledEntry(deals, who, { side: 'sell' });
    expect((await setTargets(who, blockId, targets)).body.errorMessage).toMatch(/balance is insufficient/i);
    const row = await shows(who, { protection: 'server', interference: null }, { section: 'sell' });
    expect(row.statusReason).toMatch(/balance is insufficient/i);
    await price('0.521');
    await price('0.494');
    await shows(who, { status: 'take-profit-filled', open: false }, { section: 'history' });
    expect((await deals.written(who)).filter(({ leg }) => leg === 'stop-loss')).toHaveLength(1);
  });

  it('that finds no connection is tried again after pauses that grow from 1 s', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await liquidity('0');
    const started = performance.now();
    await price('0.494');
    const inVain = async () => (await sent(who)).filter(({ type }) => type === 'MARKET');
    await vi.waitFor(async () => expect((await inVain()).length).toBeGreaterThanOrEqual(2), IN_TIME);
    // Tries after 0, 1, 3, 7, 15 seconds.
    const most = Math.log2((performance.now() - started) / 1000 + 1) + 1;
    expect((await inVain()).length).toBeLessThanOrEqual(most);
    await shows(who, { blockId, protection: 'unprotected' });
    await liquidity(null);
    await shows(who, { status: 'stop-loss-filled', secondStopLossFilledQuantity: 192.1 }, { section: 'history' });
  });

  it('beyond the five that the exchange takes is refused once and watched here', async () => {
    const who = await deals.trader();
    const answers = [];
    for (let index = 0; index < 6; index += 1) {
      const blockId = await filledEntry(deals, who, { counterQuantity: 20 + index });
      answers.push((await setTargets(who, blockId, BOTH)).body);
    }
    expect(answers.slice(0, 5).map(({ errorMessage }) => errorMessage)).toEqual([null, null, null, null, null]);
    const [, , , , , sixth] = answers;
    expect(sixth.errorMessage).toMatch(/algo|stop/i);
    expect(sixth.orderBlocks[0]).toMatchObject({ protection: 'server' });
    expect((await lively(who)).filter((order) => order.startsWith('LIMIT '))).toHaveLength(1);
    await price('0.521');
    await price('0.522');
    const refused = (await deals.written(who)).filter(({ state }) => state === 'rejected');
    expect(refused.map(({ leg }) => leg).toSorted()).toEqual(['stop-loss', 'take-profit']);
    await price('0.494');
    await vi.waitFor(async () => {
      const rows = await deals.rows(who, 'history');
      expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'stop-loss-filled'));
    }, IN_TIME);
  });
});

describe('targets that are changed', () => {
  const change = (who: DealTrader, blockId: string, targets: Record<string, number>) =>
    who.send('PUT', '/api/markets/spot/third', { json: { ...XRP_PAIR, blockId, ...targets } });
  const refuseLists = (times: number) =>
    control('fault', { kind: 'reject', times, code: -1013, path: '/api/v3/orderList/oco' });

  it('F-16: and refused are put back as they were; asked again the new ones are placed', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await refuseLists(1);
    const { body } = await change(who, blockId, { takeProfitPrice: 0.56, stopLossPrice: 0.48 });
    expect(body.errorMessage).toBeTruthy();
    expect(body.orderBlocks[0]).toMatchObject({ status: 'targets-placed', protection: 'exchange' });
    expect(body.orderBlocks[0]).toMatchObject({ secondTakeProfitPlacedPrice: 0.546, secondStopLossPlacedPrice: 0.494 });
    expect(await lively(who)).toEqual(['STOP_LOSS 192.1', 'LIMIT_MAKER 192.1']);
    expect((await change(who, blockId, { takeProfitPrice: 0.56, stopLossPrice: 0.48 })).body.errorMessage).toBeNull();
    await price('0.48');
    await shows(who, { blockId, status: 'stop-loss-filled' }, { section: 'history' });
  });

  it('F-16: of which one stays as it was are put back whole', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await refuseLists(1);
    const { body } = await change(who, blockId, { takeProfitPrice: 0.56 });
    expect(body.errorMessage).toBeTruthy();
    await shows(who, { status: 'targets-placed', protection: 'exchange', secondTakeProfitPlacedPrice: 0.546 });
    expect(await lively(who)).toEqual(['STOP_LOSS 192.1', 'LIMIT_MAKER 192.1']);
  });

  it('F-16: where those from before are refused as well, this server watches them', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, BOTH);
    await refuseLists(2);
    const { body } = await change(who, blockId, { takeProfitPrice: 0.56, stopLossPrice: 0.48 });
    expect(body.errorMessage).toBeTruthy();
    expect(body.orderBlocks[0]).toMatchObject({ protection: 'server', secondTakeProfitPlacedPrice: 0.546 });
    expect(await lively(who)).toEqual(['LIMIT 192.1']);
    await price('0.494');
    await shows(who, { blockId, status: 'stop-loss-filled' }, { section: 'history' });
    expect(await live(who)).toEqual([]);
  });
});

it('fees paid in BNB count by what it was worth at each trade, whatever it is worth later', async () => {
  const who = await deals.trader();
  await control('price', { symbol: 'BNBUSDT', price: '600' });
  expect((await deals.byHand(who).post('/sapi/v1/bnbBurn', { spotBNBBurn: 'true' })).status).toBe(200);
  const blockId = await filledEntry(deals, who);
  await setTargets(who, blockId, { takeProfitPrice: 0.546 });
  await price('0.546');
  const { profitValue } = await shows(who, { blockId, status: 'take-profit-filled' }, { section: 'history' });
  await control('price', { symbol: 'BNBUSDT', price: '900' });
  await vi.waitFor(() => {
    expect(deals.site().deps.markets.lastPrice('binance', 'BNBUSDT')?.price.toFixed()).toBe('900');
  }, IN_TIME);
  await shows(who, { blockId, profitValue }, { section: 'history' });
});
