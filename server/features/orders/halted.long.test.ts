import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND } from '#contracts/rules/time.ts';
import { killableSite, type KillableSite } from '../../../tests/factories/killable-site.ts';
import { livePage } from '../../../tests/factories/live-page.ts';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  setTargets,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';
import { until } from '../../../tests/setup/until.ts';
import { BINANCE_TIMINGS } from '../../exchanges/binance/binance-timings.ts';

/** By the refusal alone, and once the pair's status is read. */
const REFUSED = expect.stringMatching(/XRP\/USDT is not traded on Binance|Binance takes no orders for XRP\/USDT/);
const SINCE = expect.stringMatching(/^XRP\/USDT is halted on Binance since \w{3} \d+, \d\d:\d\d UTC: /);
/** Each a little larger than the last, so that none is taken for another one that was sent twice. */
let size = 20;
const anEntry = () => ({ ...XRP_PAIR, price: 0.5, counterQuantity: (size += 1), counterEarning: true });

describe('a pair that does not trade', () => {
  const { status: usual } = BINANCE_TIMINGS;
  beforeAll(() => {
    BINANCE_TIMINGS.status = SECOND;
  });
  afterAll(() => {
    BINANCE_TIMINGS.status = usual;
  });
  const deals = xrpDeals();
  const halt = async (who: DealTrader, terms: { status: 'HALT' | 'BREAK' | 'CANCEL_ONLY'; cancels?: boolean }) => {
    await deals.control('pair', { symbol: 'XRPUSDT', ...terms });
    // The exchange refuses the order, and so tells that the pair does not trade.
    const { body } = await who.post('/api/markets/spot/first/buy', anEntry());
    expect(body.error).not.toBeNull();
  };
  const resume = () => deals.control('pair', { symbol: 'XRPUSDT', status: 'TRADING', cancels: true });
  const symbolOf = async (who: DealTrader) => (await who.get('/api/markets/spot/binance/xrp_usdt')).body.symbol as Row;
  const statusOf = async (who: DealTrader) => (await symbolOf(who))['status'];
  const resting = async (who: DealTrader): Promise<string> => {
    const { body } = await who.post('/api/markets/spot/first/buy', anEntry());
    expect(body.error).toBeNull();
    return (body.orderBlock as { blockId: string }).blockId;
  };
  const call = async (who: DealTrader, [method, path]: readonly ['PUT' | 'DELETE', string], json: Row) =>
    (await who.send(method, `/api/markets/spot/${path}`, { json: { ...XRP_PAIR, ...json } })).body as Row;

  it('V-10 is shown as halted since when, refuses orders with a reason, and is published to its pages', async () => {
    const who = await deals.trader();
    const blockId = await resting(who);
    const page = await livePage(deals.site(), who);
    const reported = page.listen('pair');
    await page.idle();
    const before = Date.now();
    await halt(who, { status: 'BREAK' });
    const [row] = await deals.rows(who, 'buy');
    expect(row).toMatchObject({ blockId, symbol: { status: 'halted', haltedSince: expect.any(Number) } });
    expect(await symbolOf(who)).toEqual(row?.['symbol']);
    expect((await symbolOf(who))['haltedSince']).toBeGreaterThanOrEqual(before);
    for (const path of ['first', 'preview']) {
      const { body } = await who.post(`/api/markets/spot/${path}/buy`, anEntry());
      expect(body.error).toEqual(SINCE);
    }
    await until(() => expect(reported.bodies()).toMatchObject([{ name: 'xrp_usdt', status: 'halted' }]));
    await resume();
    await until(async () => expect(await statusOf(who)).toBe('trading'), IN_TIME);
    await until(() => expect(reported.bodies().at(-1)).toMatchObject({ status: 'trading', haltedSince: null }));
    expect((await deals.rows(who, 'buy'))[0]).toMatchObject({
      blockId,
      symbol: { status: 'trading', haltedSince: null },
    });
    await resting(who);
  });

  it('V-10 cannot be closed: the targets stay, and it is closed once it trades again', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, { takeProfitPrice: 0.6, stopLossPrice: 0.4 });
    await deals.shows(who, { status: 'targets-placed' });
    await halt(who, { status: 'HALT' });
    expect((await call(who, ['PUT', 'fourth/close'], { blockId })).error).toEqual(SINCE);
    const changed = await call(who, ['PUT', 'third'], { blockId, stopLossPrice: 0.45 });
    expect(changed['errorMessage']).toEqual(expect.stringContaining('Targets cannot be set or changed now'));
    expect(await deals.byHand(who).open()).toHaveLength(2);
    await resume();
    await until(async () => expect(await statusOf(who)).toBe('trading'), IN_TIME);
    expect(await call(who, ['PUT', 'fourth/close'], { blockId })).toMatchObject({ error: null, failed: [] });
    await deals.shows(who, { status: 'closed' }, { section: 'history' });
  });

  it('V-10 says what is possible while orders can only be canceled: an entry, and targets', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, { takeProfitPrice: 0.6, stopLossPrice: 0.4 });
    await deals.shows(who, { status: 'targets-placed' });
    const entry = await resting(who);
    await halt(who, { status: 'CANCEL_ONLY' });
    const closing = (await call(who, ['PUT', 'fourth/close'], { blockId })).error;
    expect(closing).toMatch(/^Binance takes no new orders for XRP\/USDT since .*: open orders can be canceled\. /);
    expect(closing).toMatch(/This block cannot be closed now\. Its targets stay, and can be removed\.$/);
    expect(await call(who, ['DELETE', 'first/'], { blockId: entry })).toEqual({ error: null });
    expect(await call(who, ['DELETE', 'third'], { blockId })).toMatchObject({ errorMessage: null, failed: [] });
    expect(await deals.byHand(who).open()).toEqual([]);
    await resume();
    await until(async () => expect(await statusOf(who)).toBe('trading'), IN_TIME);
  });

  it('V-10 an entry that the exchange does not cancel stays, which is said; it goes once the pair trades again', async () => {
    const who = await deals.trader();
    const blockId = await resting(who);
    await halt(who, { status: 'BREAK', cancels: false });
    const { error } = await call(who, ['DELETE', 'first/'], { blockId });
    expect(error).toEqual(SINCE);
    expect(error).toMatch(/The entry could not be canceled: it is canceled as soon as the exchange takes that\.$/);
    expect(await deals.byHand(who).open()).toHaveLength(1);
    await resume();
    await until(async () => expect(await deals.byHand(who).open()).toEqual([]), IN_TIME);
    await until(async () => expect(await deals.rows(who, 'buy')).toEqual([]), IN_TIME);
  });
});

describe('a halt that is known only by a refusal', () => {
  const deals = xrpDeals();
  const pair = (status: 'TRADING' | 'CANCEL_ONLY') => deals.control('pair', { symbol: 'XRPUSDT', status });
  const held = { status: 'targets-placed', protection: 'exchange' };
  const protectedBlock = async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, { takeProfitPrice: 0.6, stopLossPrice: 0.4 });
    await deals.shows(who, held);
    return { who, json: { ...XRP_PAIR, blockId } };
  };

  it('V-10 EX-14 a stop that was refused for it rests once the pair trades', async () => {
    const { who, json } = await protectedBlock();
    await pair('CANCEL_ONLY');
    const moved = { ...json, takeProfitPrice: 0.6, stopLossPrice: 0.45 };
    const { body } = await who.send('PUT', '/api/markets/spot/third', { json: moved });
    expect(body.errorMessage).toEqual(REFUSED);
    expect(await deals.byHand(who).open()).toEqual([]);
    const [row] = await deals.rows(who, 'buy');
    expect(row).toMatchObject({ protectionReason: expect.stringMatching(/acts when it resumes/) });
    await pair('TRADING');
    await deals.shows(who, { ...held, secondStopLossPlacedPrice: 0.45, statusReason: null });
    expect(await deals.byHand(who).open()).toHaveLength(2);
  });

  it('V-10 a close that was refused for it is not done later: what protected the position goes back', async () => {
    const { who, json } = await protectedBlock();
    await pair('CANCEL_ONLY');
    const { body } = await who.send('PUT', '/api/markets/spot/fourth/close', { json });
    expect(body.failed).toMatchObject([{ error: REFUSED }]);
    await pair('TRADING');
    await until(async () => expect(await deals.byHand(who).open()).toHaveLength(2), IN_TIME);
    await deals.shows(who, { ...held, secondStopLossPlacedPrice: 0.4 });
    expect((await deals.exits(who)).filter((exit) => exit.startsWith('close'))).toEqual(['close rejected']);
  });
});

describe('over a restart', () => {
  let site: KillableSite;
  beforeAll(async () => {
    site = await killableSite();
    await site.exchange.price('XRPUSDT', '0.52');
  });
  afterAll(() => site.close(), 60_000);

  it('V-10 a halted pair keeps its rows and since when, and is found trading again', async () => {
    const [person] = await site.people([['1000']]);
    if (!person) throw new Error('no person has signed up');
    await site.start();
    const pair = { status: 'BREAK' };
    const rowOf = async () => {
      const query = 'market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';
      const { body } = await site.as(person).get(`/api/markets/spot/list?${query}`);
      return Object.values(body.content as Record<string, Row[]>).flat()[0];
    };
    const placed = () => site.as(person).post('/api/markets/spot/first/buy', anEntry());
    await until(async () => expect((await placed()).body.error).toBeNull(), IN_TIME);
    await site.exchange.control('pair', { symbol: 'XRPUSDT', ...pair });
    expect((await placed()).body.error).not.toBeNull();
    const before = await rowOf();
    expect(before).toMatchObject({ symbol: { status: 'halted', haltedSince: expect.any(Number) } });
    await site.crash();
    expect((await rowOf())?.['symbol']).toEqual(before?.['symbol']);
    expect((await placed()).body.error).toEqual(SINCE);
    await site.exchange.control('pair', { symbol: 'XRPUSDT', status: 'TRADING' });
    await until(async () => expect(await rowOf()).toMatchObject({ symbol: { status: 'trading' } }), IN_TIME);
    await until(async () => expect((await placed()).body.error).toBeNull(), IN_TIME);
  }, 180_000);
});
