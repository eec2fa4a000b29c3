import { expect, describe, it, vi } from 'vitest';
import { otherOrders } from '../../../tests/factories/other-engine.ts';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const TWO = [
  { price: 0.58, share: 0.5 },
  { price: 0.6, share: 0.5 },
];
const FOLLOWS = { price: 0.494, trailing: { percent: 3 } };

const call = async (who: DealTrader, path: 'plan' | 'plan/preview', plan: Row): Promise<Row> =>
  (await who.post(`/api/markets/spot/${path}`, { ...XRP_PAIR, ...plan })).body;

/** What rests on the exchange, straight from its books: '96 at 0.58', '96 stop 0.494', '96 trailing 300'. */
const rests = (who: Pick<DealTrader, 'paperKey'>, like: readonly string[]) =>
  vi.waitFor(async () => {
    const rows = await deals.site().database.sql<{ text: string }[]>`
      select trim_scale(quantity)::text || case
        when details->>'trailingDelta' is not null then ' trailing ' || (details->>'trailingDelta')
        when stop_price > 0 then ' stop ' || trim_scale(stop_price)::text
        else ' at ' || trim_scale(price)::text end as text
      from paper.orders where api_key = ${who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED')`;
    expect(rows.map(({ text }) => text).toSorted()).toEqual([...like].toSorted());
  }, IN_TIME);

const endsAtStop = (who: DealTrader) =>
  vi.waitFor(
    async () => expect(await deals.rows(who, 'history')).toMatchObject([{ status: 'stop-loss-filled' }]),
    IN_TIME,
  );

describe('EX-7 a stop that the exchange moves along', () => {
  it('says so before the press, and rests with its targets; its row shows about where it is; it fires there', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    const plan = { takeProfits: TWO, stopLoss: FOLLOWS };
    expect(await call(who, 'plan/preview', { blockId, ...plan })).toMatchObject({
      errorMessage: null,
      stop: { at: 0.5044, movedBy: 'exchange' },
      protection: {
        label: 'exchange',
        away: 'If this server is away, the stop still follows the price: the exchange moves it.',
      },
      // 192.1 at 0.5044 less a thousandth, for 99.996.
      results: { atStop: -3.19765524 },
    });
    expect(await call(who, 'plan', { blockId, ...plan })).toMatchObject({ errorMessage: null, failed: [] });
    await rests(who, ['96 at 0.58', '96 trailing 300', '96.1 at 0.6', '96.1 trailing 300']);
    await deals.price('0.55');
    await deals.price('0.54');
    await deals.shows(who, {
      protection: 'exchange',
      plan: {
        label: 'exchange',
        stopLoss: { at: 0.5335, waitsFor: null, trailing: { percent: 3, peak: 0.55, movedBy: 'exchange' } },
      },
    });
    await rests(who, ['96 at 0.58', '96 trailing 300', '96.1 at 0.6', '96.1 trailing 300']);
    await deals.price('0.5335');
    await endsAtStop(who);
    await rests(who, []);
  });

  it('is followed and fires while no server is there', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await call(who, 'plan', { blockId, takeProfits: [], stopLoss: FOLLOWS });
    await rests(who, ['192.1 trailing 300']);
    const { orders, orderEngine } = deals.site().deps;
    await orderEngine.stop();
    await deals.price('0.6');
    await deals.price('0.581');
    await rests(who, []);
    const next = otherOrders(orders);
    await next.engine.start();
    await endsAtStop(who);
    await next.engine.stop();
  });

  it('is refused outside what the exchange takes, with what it takes', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    const told = async (percent: number) =>
      (await call(who, 'plan/preview', { blockId, takeProfits: [], stopLoss: { ...FOLLOWS, trailing: { percent } } }))[
        'errorMessage'
      ];
    expect(await told(0.05)).toBe('The trailing distance must be 0.1% to 20%.');
    expect(await told(20.01)).toBe('The trailing distance must be 0.1% to 20%.');
    expect(await told(1.005)).toBe('The trailing distance must be a multiple of 0.01%.');
    const both = { takeProfits: TWO, stopLoss: { ...FOLLOWS, after: { to: 'break-even', target: 1 } } };
    expect((await call(who, 'plan/preview', { blockId, ...both }))['errorMessage']).toBe(
      'A stop either trails, moves after a target, or waits for the close of a candle: choose one.',
    );
  });
});
