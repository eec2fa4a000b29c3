import { describe, expect, it } from 'vitest';
import { type DealTrader, filledEntry, type Row, XRP_PAIR, xrpDeals } from '../../../tests/factories/xrp-deals.ts';

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
  it('EX-3 EX-4 EX-13 tells its slices, who holds them, and both results', async () => {
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
