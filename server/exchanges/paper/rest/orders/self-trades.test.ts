import { describe, expect, it } from 'vitest';
import { type OrderBody, buyLimit, paperBench, sellLimit } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const AT = '0.5300';
const brief = ({ status, executedQty, preventedQuantity = 'none' }: OrderBody & { preventedQuantity?: string }) =>
  `${status}, ${Number(executedQty)} executed, ${preventedQuantity} prevented`;
const found = async (orderId: number) => brief((await paper.ann.find(orderId)).body);
const liquidity = (maxPerTick: number | null) => paper.bench.control('liquidity', { symbol: 'XRPUSDT', maxPerTick });

/** A buy that rests at the market's own price, where an order that arrives meets it before the market maker. */
async function meet(sizes: { buy: string; sell: string }, fields: Record<string, string>) {
  await liquidity(0);
  const maker = await paper.ann.place(buyLimit(sizes.buy, AT));
  await liquidity(null);
  const taker = await paper.ann.place({ ...sellLimit(sizes.sell, AT), newOrderRespType: 'RESULT', ...fields });
  expect(taker.status).toBe(200);
  expect(brief(taker.body)).toBe(await found(taker.body.orderId));
  return [await found(maker.body.orderId), brief(taker.body)];
}

describe('orders of one account that would trade with each other', () => {
  it.each([
    ['EXPIRE_MAKER', ['EXPIRED_IN_MATCH, 0 executed, 60.00000000 prevented', 'FILLED, 100 executed, none prevented']],
    ['EXPIRE_TAKER', ['NEW, 0 executed, none prevented', 'EXPIRED_IN_MATCH, 0 executed, 100.00000000 prevented']],
    [
      'EXPIRE_BOTH',
      ['EXPIRED_IN_MATCH, 0 executed, 60.00000000 prevented', 'EXPIRED_IN_MATCH, 0 executed, 100.00000000 prevented'],
    ],
    [
      'DECREMENT',
      ['EXPIRED_IN_MATCH, 0 executed, 60.00000000 prevented', 'FILLED, 40 executed, 60.00000000 prevented'],
    ],
  ])('%s', async (selfTradePreventionMode, outcome) => {
    expect(await meet({ buy: '60', sell: '100' }, { selfTradePreventionMode })).toEqual(outcome);
    const { USDT } = await paper.ann.balances();
    expect(USDT?.locked).toBe(selfTradePreventionMode === 'EXPIRE_TAKER' ? '31.80000000' : '0.00000000');
  });

  it('know the match that was prevented', async () => {
    await meet({ buy: '60', sell: '100' }, { selfTradePreventionMode: 'EXPIRE_BOTH' });
    const { body } = await paper.ann.get<{ preventedMatchId: number }[]>('/api/v3/allOrders', { symbol: 'XRPUSDT' });
    const [maker, taker] = body.map((order) => order.preventedMatchId);
    expect(maker).toEqual(expect.any(Number));
    expect(taker).toBe(maker);
  });

  it('expire the maker where no mode was asked for', async () => {
    const [maker] = await meet({ buy: '60', sell: '100' }, {});
    expect(maker).toContain('EXPIRED_IN_MATCH');
  });

  it('with DECREMENT leave of the larger one what is more', async () => {
    expect(await meet({ buy: '100', sell: '60' }, { selfTradePreventionMode: 'DECREMENT' })).toEqual([
      'NEW, 0 executed, 60.00000000 prevented',
      'EXPIRED_IN_MATCH, 0 executed, 60.00000000 prevented',
    ]);
    expect((await paper.ann.balances()).USDT?.locked).toBe('21.20000000');
    await paper.bench.price('XRPUSDT', '0.5200');
    expect((await paper.ann.balances()).USDT?.free).toBe('9978.80000000');
  });
});

it('orders of two accounts trade with each other', async () => {
  await liquidity(0);
  const bob = await paper.bench.trader();
  const maker = await bob.place(buyLimit('60', AT));
  await liquidity(null);
  const taker = await paper.ann.place({ ...sellLimit('60', AT), selfTradePreventionMode: 'EXPIRE_BOTH' });
  expect(taker.body).toMatchObject({ status: 'FILLED' });
  expect((await bob.find(maker.body.orderId)).body).toMatchObject({ status: 'FILLED' });
});
