import { describe, expect, it, vi } from 'vitest';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  setTargets,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';

const { clock, pass } = shiftedClock();
const deals = xrpDeals(clock);
const { control, price, shows, sent } = deals;
const BOTH = { takeProfitPrice: 0.546, stopLossPrice: 0.494 };
/** An order whose answer is lost is looked up for 20 s before it is certain that it never arrived. */
const AFTER_LOOKUP = { timeout: 90_000, interval: 100 };
const SLOW = 120_000;

const ofOrders = (who: DealTrader, kind: 'unknown-dropped' | 'drop-before', times = 1) =>
  control('fault', { kind, times, path: 'POST /api/v3/order', key: who.paperKey });
const noStops = () => control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: 0 });
const close = (who: DealTrader, blockId: string, targeted = true) =>
  who.send('PUT', `/api/markets/spot/${targeted ? 'fourth' : 'second'}/close`, { json: { ...XRP_PAIR, blockId } });
const orderTypes = async (who: DealTrader) => (await sent(who)).map(({ type, status }) => `${type} ${status}`);
const storyOf = async (who: DealTrader, blockId: string): Promise<string[]> =>
  ((await who.get(`/api/blocks/${blockId}/events`)).body.events as { text: string }[]).map(({ text }) => text);
const inHistory = (who: DealTrader, like: Row) =>
  vi.waitFor(async () => {
    const [row] = await deals.rows(who, 'history');
    expect(row).toMatchObject(like);
  }, AFTER_LOOKUP);

async function protectedEntry(): Promise<{ who: DealTrader; blockId: string }> {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  expect((await setTargets(who, blockId, BOTH)).body.errorMessage).toBeNull();
  await shows(who, { protection: 'exchange', protectionReason: null });
  return { who, blockId };
}

describe('a close', () => {
  it('V-01 that is refused for good says so, and the targets are back at once', async () => {
    const { who, blockId } = await protectedEntry();
    await control('fault', { kind: 'reject', code: -1013, times: 1, path: 'POST /api/v3/order', key: who.paperKey });
    const { body } = await close(who, blockId);
    expect(body.failed[0]?.error ?? body.error).toEqual(expect.any(String));
    const row = await shows(who, { status: 'targets-placed', protection: 'exchange' });
    expect(row.statusReason).toEqual(expect.any(String));
    await price('0.49');
    await inHistory(who, { status: 'stop-loss-filled' });
  });

  it('V-08 refused for funds that are there is sent again; the position is not called spent', async () => {
    const { who, blockId } = await protectedEntry();
    await control('fault', { kind: 'reject', code: -2010, times: 1, path: 'POST /api/v3/order', key: who.paperKey });
    await close(who, blockId);
    await inHistory(who, { status: 'closed', interference: null });
    expect((await storyOf(who, blockId)).join(' ')).not.toMatch(/spent/);
  });
});

describe('a stop that this server watches', () => {
  async function watchedEntry(targets: Row = BOTH) {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await noStops();
    await setTargets(who, blockId, targets);
    await shows(who, { protection: 'server', protectionReason: null });
    return { who, blockId };
  }

  it(
    'V-02 whose order is lost is sold all the same, whatever the price does meanwhile',
    { timeout: SLOW },
    async () => {
      const { who } = await watchedEntry();
      await ofOrders(who, 'drop-before');
      await price('0.49');
      const row = await shows(who, { protection: 'unprotected' });
      expect(row.protectionReason).toEqual(expect.any(String));
      await price('0.53');
      await inHistory(who, { status: 'stop-loss-filled', secondStopLossFilledQuantity: 192.1 });
    },
  );

  it('V-15 is sold when one trade touched it between two looks', async () => {
    const { who } = await watchedEntry();
    await Promise.all([price('0.4939'), price('0.52')]);
    await inHistory(who, { status: 'stop-loss-filled', secondStopLossFilledQuantity: 192.1 });
  });
});

describe('V-03 a stop that could not be sold', () => {
  it('V-03 is refused before the entry, with the nearest that works', async () => {
    const who = await deals.trader();
    const { body } = await who.buy({ counterQuantity: 6, price: 0.52, takeProfitPrice: 0.6, stopLossPrice: 0.43 });
    expect(body.error).toBe(
      'The stop loss at 0.43 cannot be sold: 11.4 XRP are worth 4.902 USDT there, under the 5 USDT minimum. The deepest stop loss here is 0.4386.',
    );
    expect(await deals.written(who)).toEqual([]);
    const accepted = await who.buy({ counterQuantity: 6, price: 0.52, takeProfitPrice: 0.6, stopLossPrice: 0.4386 });
    expect(accepted.body.error).toBeNull();
    await shows(who, { protection: 'exchange' });
  });

  it('V-03 is refused later too, set or changed, and what is set stays', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who, { counterQuantity: 6 });
    const refusal = /^The stop loss at 0\.43 cannot be sold: 11\.4 XRP .* The deepest stop loss here is 0\.4386\.$/;
    expect((await setTargets(who, blockId, { stopLossPrice: 0.43 })).body.errorMessage).toMatch(refusal);
    expect((await setTargets(who, blockId, { stopLossPrice: 0.45 })).body.errorMessage).toBeNull();
    const change = { json: { ...XRP_PAIR, blockId, stopLossPrice: 0.43 } };
    expect((await who.send('PUT', '/api/markets/spot/third', change)).body.errorMessage).toMatch(refusal);
    await shows(who, { secondStopLossPlacedPrice: 0.45, protection: 'exchange' });
  });

  it('V-03 on a small copy is shown in the preview and on its row, which is not called protected', async () => {
    const who = await deals.group({ main: '1000', copies: ['59.8'] });
    const order = { ...XRP_PAIR, price: 0.52, counterQuantity: 100, counterEarning: true, stopLossPrice: 0.43 };
    const { body } = await who.post('/api/markets/spot/preview/buy', order);
    expect(body.receipts.map(({ warning }: Row) => warning)).toEqual([
      null,
      expect.stringMatching(/under the 5 USDT minimum\. This copy is not protected there\.$/),
    ]);
    const placed = await who.post('/api/markets/spot/first/buy', order);
    expect(placed.body.error).toBeNull();
    await vi.waitFor(async () => {
      const [main, copy] = await who.rows('buy');
      expect(main).toMatchObject({ protection: 'exchange' });
      expect(copy).toMatchObject({ protection: 'unprotected' });
      expect(copy?.['protectionReason']).toBe('It is too small to sell: Binance takes no order of this value.');
    }, IN_TIME);
  });

  it('V-03 closing what cannot be sold changes nothing and says so; it can be released', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who, { counterQuantity: 6 });
    await setTargets(who, blockId, { takeProfitPrice: 0.6 });
    await shows(who, { protection: 'exchange' });
    await price('0.4');
    const { body } = await close(who, blockId);
    expect(body.error).toBe(
      'Nothing can be sold: 11.4 XRP are worth 4.56 USDT, under the 5 USDT minimum. What it holds stays as it is. Release the block to take it off your list; its coins stay in your account.',
    );
    await shows(who, { status: 'targets-placed', protection: 'exchange' });
    const released = await who.post('/api/markets/spot/interference', { blockId, uid: who.keyUid, choice: 'release' });
    expect(released.body.error).toBeNull();
    await inHistory(who, { status: 'released' });
  });
});

it('V-06 nothing is called protected before the exchange has answered', async () => {
  const who = await deals.trader();
  const blockId = await filledEntry(deals, who);
  await control('fault', { kind: 'delay', ms: 6000, times: 1, path: '/api/v3/orderList/oco', key: who.paperKey });
  const setting = setTargets(who, blockId, BOTH);
  await shows(who, { protection: 'placing' });
  await setting;
  await shows(who, { protection: 'exchange' });
});

it('V-06 an entry that is not confirmed protects nothing yet', async () => {
  const who = await deals.trader();
  await control('fault', { kind: 'delay', ms: 3000, times: 1, path: '/api/v3/orderList/opoco', key: who.paperKey });
  const placing = who.buy({ price: 0.51, ...BOTH });
  await shows(who, { status: 'pending', protection: 'placing' });
  expect((await placing).body.error).toBeNull();
  await shows(who, { status: 'placed', protection: 'exchange' });
});

// The last one: it moves the time of the site on.
describe('a close whose order is lost', () => {
  it('V-01 V-13 leaves a row that says so, is told after 10 s, and is sent again', { timeout: SLOW }, async () => {
    const { who, blockId } = await protectedEntry();
    await ofOrders(who, 'unknown-dropped');
    await close(who, blockId);
    const row = await shows(who, { status: 'closing', protection: 'unprotected' });
    expect(row.protectionReason).toMatch(/^Binance has not confirmed an order/);
    pass(10_000);
    await vi.waitFor(
      async () =>
        expect(await storyOf(who, blockId)).toContainEqual(expect.stringMatching(/^It was not protected for 10 s/)),
      AFTER_LOOKUP,
    );
    pass(10_000);
    await inHistory(who, { status: 'closed', open: false });
    // The targets went back before the second try, and were taken down for it once more.
    const types = await orderTypes(who);
    expect(types.filter((type) => type === 'STOP_LOSS CANCELED')).toHaveLength(2);
    expect(types.at(-1)).toBe('MARKET FILLED');
    await vi.waitFor(
      async () =>
        expect(await storyOf(who, blockId)).toContainEqual(
          expect.stringMatching(/^It is protected as set, or holds nothing/),
        ),
      IN_TIME,
    );
    const reported = await deals.site().database.sql`
      select payload->'body'->>'title' as title from deliveries
      where channel = 'live' and payload->>'topic' = 'protection'
        and user_id = (select user_id from keys where id = ${who.keyUid}) order by created_at`;
    expect(reported.map(({ title }) => title)).toEqual(['XRP/USDT is not protected', 'XRP/USDT is protected again']);
  });
});
