import { describe, expect, it, vi } from 'vitest';
import {
  type DealTrader,
  filledEntry,
  IN_TIME,
  type Row,
  XRP_PAIR,
  xrpDeals,
} from '../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();

const THREE = {
  takeProfits: [
    { price: 0.546, share: 0.5 },
    { price: 0.56, share: 0.3 },
    { price: 0.58, share: 0.2 },
  ],
  stopLoss: { price: 0.494 },
};
const preview = async (who: DealTrader, blockId: string, plan: Row): Promise<Row> => {
  const { body } = await who.post('/api/markets/spot/plan/preview', { ...XRP_PAIR, blockId, ...plan });
  return body;
};

describe('EX-1 a plan, before it is set', () => {
  it('EX-3 EX-4 EX-13 shows its slices, who holds them, and both results', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    const body = await preview(who, blockId, THREE);
    expect(body).toMatchObject({
      errorMessage: null,
      warnings: [],
      slices: [
        { targets: [1], price: 0.546, quantity: 96, takeProfit: 'exchange', stop: 'exchange' },
        { targets: [2], price: 0.56, quantity: 57.6 },
        { targets: [3], price: 0.58, quantity: 38.5 },
      ],
      protection: {
        label: 'exchange',
        away: 'If this server is away, the stop at 0.4940 still holds.',
      },
      results: { atTargets: 6.898998, atStop: -5.1934974 },
    });
  });

  it('is refused with what would be accepted', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    const refusal = async (plan: Row) => (await preview(who, blockId, plan)).errorMessage;
    expect(await refusal({ ...THREE, takeProfits: THREE.takeProfits.slice(0, 2) })).toBe(
      'The shares must add up to 100%: they add up to 80%.',
    );
    expect(await refusal({ ...THREE, takeProfits: [], stopLoss: null })).toBe('Set a take profit or a stop loss.');
    expect(await refusal({ takeProfits: [], stopLoss: { price: 0.02 } })).toMatch(
      /The stop loss at 0.02 cannot be sold/,
    );
    const earnsXrp = await filledEntry(deals, who, { counterEarning: false });
    expect((await preview(who, earnsXrp, THREE)).errorMessage).toBe(
      'A block that earns XRP has one take profit and one stop.',
    );
  });

  it('EX-15 says what a copy joins, being smaller', async () => {
    const who = await deals.group({ main: '1000', copies: ['150'] });
    const blockId = await filledEntry(deals, who);
    expect((await preview(who, blockId, THREE)).warnings).toEqual([
      expect.stringMatching(
        /^.?Copy 1.?: The part at .* is too small: .* XRP would be worth .* under the 5 USDT minimum/,
      ),
    ]);
  });
});

interface Resting {
  type: string;
  quantity: string;
  price: string;
  stopPrice: string;
}
/** What rests on the exchange, straight from its books. */
const resting = (who: Pick<DealTrader, 'paperKey'>) => deals.site().database.sql<Resting[]>`
  select type, trim_scale(quantity)::text as quantity, trim_scale(price)::text as price,
    trim_scale(stop_price)::text as "stopPrice"
  from paper.orders where api_key = ${who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED') order by order_id`;
const rests = (who: Pick<DealTrader, 'paperKey'>, like: readonly string[]) =>
  vi.waitFor(async () => {
    const brief = (await resting(who)).map(({ type, quantity, price, stopPrice }) =>
      type === 'STOP_LOSS' ? `${quantity} stop ${stopPrice}` : `${quantity} at ${price}`,
    );
    expect(brief.toSorted()).toEqual([...like].toSorted());
  }, IN_TIME);

const set = async (who: DealTrader, blockId: string, plan: Row): Promise<Row> => {
  const { body } = await who.post('/api/markets/spot/plan', { ...XRP_PAIR, blockId, ...plan });
  return body;
};
const SLICES = ['96 at 0.546', '96 stop 0.494', '57.6 at 0.56', '57.6 stop 0.494', '38.5 at 0.58', '38.5 stop 0.494'];
const BREAK_EVEN = { price: 0.494, after: { to: 'break-even', target: 1 } };

describe('EX-4 a plan that is set', () => {
  it('rests as slices with a stop each; each target in turn, and EX-6 the rest is stopped at its break-even', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    const body = await set(who, blockId, { ...THREE, stopLoss: BREAK_EVEN });
    expect(body).toMatchObject({ errorMessage: null, failed: [], protection: { label: 'exchange, moved by us' } });
    await rests(who, SLICES);
    await deals.shows(who, {
      protection: 'exchange',
      plan: {
        label: 'exchange, moved by us',
        stopLoss: { at: 0.494, waitsFor: null },
        parts: [{ targets: [1], quantity: 96 }, { targets: [2] }, { targets: [3] }],
      },
    });
    await deals.price('0.546');
    await rests(who, ['57.6 at 0.56', '57.6 stop 0.5211', '38.5 at 0.58', '38.5 stop 0.5211']);
    await deals.shows(who, {
      open: true,
      plan: { stopLoss: { price: 0.494, at: 0.5211 }, takeProfits: [{ isFilled: true }, { isFilled: false }, {}] },
    });
    await deals.price('0.56');
    await rests(who, ['38.5 at 0.58', '38.5 stop 0.5211']);
    await deals.price('0.5211');
    const [row] = await vi.waitFor(async () => {
      const rows = await deals.rows(who, 'history');
      expect(rows).toMatchObject([{ status: 'stop-loss-filled' }]);
      return rows;
    }, IN_TIME);
    // 52.363584 + 32.223744 and 38.5 at 0.5211, a thousandth less each, for 99.996.
    expect(row?.['profitValue']).toBeCloseTo(4.63361565, 8);
    expect(await resting(who)).toEqual([]);
  });

  it('EX-14 changed, goes slice after slice; taken off, nothing rests', async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await set(who, blockId, THREE);
    await rests(who, SLICES);
    const body = await set(who, blockId, {
      takeProfits: [
        { price: 0.55, share: 0.5 },
        { price: 0.57, share: 0.5 },
      ],
      stopLoss: { price: 0.5 },
    });
    expect(body).toMatchObject({ errorMessage: null, slices: [{ quantity: 96 }, { quantity: 96.1 }] });
    await rests(who, ['96 at 0.55', '96 stop 0.5', '96.1 at 0.57', '96.1 stop 0.5']);
    const changed = await who.send('PUT', '/api/markets/spot/third', {
      json: { ...XRP_PAIR, blockId, stopLossPrice: 0.49 },
    });
    expect(changed.body.errorMessage).toBe('This block has an exit plan: it is changed as a whole, or taken off.');
    await who.send('DELETE', '/api/markets/spot/third', { json: { ...XRP_PAIR, blockId } });
    await rests(who, []);
    await deals.shows(who, { status: 'filled', protection: 'none', open: true });
  });

  it('EX-5 more slices than slots: the last slot is one stop for all the rest, and this server sells at their targets', async () => {
    const who = await deals.trader();
    for (const counterQuantity of [52, 104, 156]) {
      const other = await filledEntry(deals, who, { counterQuantity });
      await set(who, other, { takeProfits: [], stopLoss: { price: 0.45 } });
    }
    const blockId = await filledEntry(deals, who);
    const body = await set(who, blockId, THREE);
    expect(body).toMatchObject({
      warnings: [expect.stringContaining('does not hold targets 2 and 3 together with the stop')],
      protection: { label: 'stop: exchange; targets 2 and 3: this server' },
    });
    const theirs = ['99.9 stop 0.45', '199.8 stop 0.45', '299.7 stop 0.45'];
    await rests(who, [...theirs, '96 at 0.546', '96 stop 0.494', '96.1 stop 0.494']);
    await deals.price('0.56');
    await rests(who, [...theirs, '38.5 at 0.58', '38.5 stop 0.494']);
    await deals.price('0.494');
    await rests(who, theirs);
  });
});
