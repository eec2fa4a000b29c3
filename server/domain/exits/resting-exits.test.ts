import { describe, expect, it } from 'vitest';
import { exitsAt, wholeAt } from '../position/exits.ts';
import { big, context, sketch, XRP } from '../../../tests/factories/block-sketch.ts';
import type { ExchangePair } from '../market/pair.ts';
import { planExits } from './plan-exits.ts';
import type { MarketContext, OrderFact, Position, Intent } from '../position/position.ts';

const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
const LIST = { clientListId: 'list' } as const;
const REFUSED = { state: 'rejected', exchangeOrderId: null } as const;

const held = (quantity = '192.3', counterEarning = true) =>
  sketch({ counterEarning }).order('entry', ['0.52', quantity], { trades: [[quantity]] });
const list = (of: Partial<OrderFact> = {}, block = held()) =>
  block
    .order('take-profit', ['0.546', '192.1'], { ...LIST, ...of })
    .order('stop-loss', ['0.494', '192.1'], { ...LIST, ...of });
const plan = (position: Position, marketContext: Partial<MarketContext> = {}, intent = BOTH) =>
  planExits(position, intent, context(marketContext));
/** What is to rest: legs and sizes, `+` between those of one list. */
const resting = (position: Position, pair: Partial<ExchangePair> = {}, intent = BOTH): string => {
  const { orders, asList } = plan(position, { pair: { ...XRP, ...pair } }, intent);
  return orders.map(({ leg, type, quantity }) => `${leg} ${type} ${quantity.toFixed()}`).join(asList ? ' + ' : ', ');
};
const OCO = 'take-profit limit 192.1 + stop-loss stop 192.1';

describe('what is to rest on the exchange', () => {
  it('both targets in one list, of the smaller quantity', () => {
    expect(resting(held().position)).toBe(OCO);
    expect(resting(held('192.3', false).position)).toBe('take-profit limit 183.4 + stop-loss stop 183.4');
    const sold = sketch({ side: 'sell', counterEarning: false }).order('entry', ['0.52', '192.3'], {
      trades: [['192.3']],
    });
    const intent = { ...exitsAt(big('0.494'), big('0.546')), ending: 'none' } as const;
    expect(resting(sold.position, {}, intent)).toBe('take-profit limit 182.9 + stop-loss stop 182.9');
  });

  it('where the exchange has no lists, or one target is too small, the take profit alone', () => {
    expect(resting(held().position, { lists: new Set() })).toBe('take-profit limit 192.1');
    expect(resting(held('9.3').position)).toBe('take-profit limit 9.2');
    expect(resting(held('10.2').position)).toBe('take-profit limit 10.1');
    expect(resting(held('10.3').position)).toBe('take-profit limit 10.2 + stop-loss stop 10.2');
    expect(resting(held('0.1').position)).toBe('');
  });

  it('a stop as the exchange takes it: at market, else with a limit, else not at all', () => {
    const stop = { ...BOTH, takeProfits: [] };
    expect(resting(held().position, {}, stop)).toBe('stop-loss stop 192.1');
    expect(resting(held().position, { triggers: new Set(['stop-limit']) }, stop)).toBe('stop-loss stop-limit 192.1');
    expect(resting(held().position, { triggers: new Set() }, stop)).toBe('');
  });

  it('no more than one order takes, in whole steps; what goes at market has a limit of its own', () => {
    const pair = {
      maxQuantity: big('150.05'),
      marketQuantity: { min: big('0.1'), max: big('60.05'), step: big('0.1') },
    };
    expect(resting(held().position, pair, { ...BOTH, stop: null })).toBe('take-profit limit 150');
    const close = (market: string) =>
      plan(held().position, {
        pair: { ...XRP, ...pair, marketQuantity: { ...pair.marketQuantity, max: big(market) } },
      }).close?.order.quantity.toFixed();
    expect([close('60.05'), close('900')]).toEqual(['60', '150']);
  });

  it('exactly the least quantity is enough', () => {
    const pair = { minQuantity: big('192.1') };
    expect(resting(held().position, pair)).toBe(OCO);
    expect(resting(held().position, { minQuantity: big('192.2') })).toBe('');
  });
});

describe('V-02 what the exchange refused', () => {
  it('V-02 a list that was refused gives way to the take profit alone, and that to nothing', () => {
    const refused = list(REFUSED);
    expect(resting(refused.position)).toBe('take-profit limit 192.1');
    expect(resting(refused.order('take-profit', ['0.546', '192.1'], REFUSED).position)).toBe('');
  });

  it('V-02 it was that list: another price, another size, or a new try of its owner is placed', () => {
    const refused = list(REFUSED).position;
    expect(resting(refused, {}, { ...BOTH, takeProfits: wholeAt(big('0.55')) })).toBe(OCO);
    expect(resting({ ...refused, retriedAt: 12 })).toBe(OCO);
    expect(resting({ ...refused, retriedAt: 11 })).toBe('take-profit limit 192.1');
    const smaller = held().order('take-profit', ['0.546', '100'], { ...LIST, ...REFUSED });
    smaller.order('stop-loss', ['0.494', '100'], { ...LIST, ...REFUSED });
    expect(resting(smaller.position)).toBe(OCO);
    const single = held().order('take-profit', ['0.546', '192.1'], REFUSED);
    expect(resting(single.order('stop-loss', ['0.494', '192.1'], REFUSED).position)).toBe(OCO);
  });

  it('V-02 a close at market that was refused says nothing of a limit order', () => {
    const block = held().order('take-profit', ['0.546', '192.1'], { ...REFUSED, type: 'market' });
    expect(resting(block.position, {}, { ...BOTH, stop: null })).toBe('take-profit limit 192.1');
  });

  it('V-02 what was not taken just now is tried again after a pause; what had rested and expired at once', () => {
    const waits = list({ state: 'expired', exchangeOrderId: null, placedAt: 1_000_000 });
    const count = (now: number, position = waits.position) => plan(position, { now }).orders.length;
    expect([count(1_000_999), count(1_001_000)]).toEqual([0, 2]);
    list({ state: 'expired', exchangeOrderId: null, placedAt: 1_001_000 }, waits);
    expect([count(1_002_999), count(1_003_000)]).toEqual([0, 2]);
    const retried = { ...waits.position, retriedAt: 1_001_000 };
    expect([count(1_001_999, retried), count(1_002_000, retried)]).toEqual([0, 2]);
    expect(resting(list({ state: 'expired', placedAt: 999_999 }).position)).toBe(OCO);
  });
});

describe('when what rests may be replaced', () => {
  const may = (position: Position, marketContext: Partial<MarketContext> = {}, intent = BOTH) =>
    plan(position, marketContext, intent).mayReplace;
  const growing = (of: Partial<OrderFact> = {}) =>
    list(of, sketch().order('entry', ['0.52', '192.3'], { trades: [['100']] }));

  it('always where it is not what is wanted', () => {
    const begun = list({ state: 'partly-filled', filledQuantity: big('10') }).position;
    expect(may(begun, {}, { ...BOTH, takeProfits: wholeAt(big('0.55')) })).toBe(true);
    expect(may(begun)).toBe(false);
  });

  it('not once the other leg of its list is at work', () => {
    const activated = held().order('take-profit', ['0.546', '192.1'], { ...LIST, state: 'expired' });
    expect(may(activated.order('stop-loss', ['0.494', '192.1'], LIST).position)).toBe(false);
    const alone = held().order('take-profit', ['0.546', '192.1'], { state: 'expired' });
    expect(may(alone.order('stop-loss', ['0.494', '192.1']).position)).toBe(true);
  });

  it('of an entry that grows every 5 s, counted from the newest', () => {
    expect(may(list().position)).toBe(true);
    expect(may(growing({ placedAt: 995_001 }).position)).toBe(false);
    expect(may(growing({ placedAt: 995_000 }).position)).toBe(true);
    const two = growing({ placedAt: 100 });
    expect(may(two.order('stop-loss', ['0.494', '10'], { placedAt: 999_000 }).position)).toBe(false);
    expect(may(list({ placedAt: 999_000 }).position)).toBe(true);
  });
});

describe('what the plan says of a position', () => {
  it('nothing rests or is sold for an entry that brought in nothing yet, or that brings its targets along', () => {
    const open = sketch().order('entry', ['0.52', '192.3']);
    const below = { market: big('0.49') };
    expect(plan(open.position, below)).toMatchObject({
      orders: [],
      stopReached: false,
      reachedByServer: null,
      close: null,
      tooSmall: false,
    });
    const sale = sketch({ side: 'sell' }).order('entry', ['0.52', '192.3']);
    const at = { market: big('0.55') };
    const intent = { ...exitsAt(big('0.494'), big('0.546')), ending: 'none' } as const;
    expect(plan(sale.position, at, intent)).toMatchObject({ orders: [], stopReached: false, close: null });
    const grows = sketch().order('entry', ['0.52', '192.3'], { trades: [['100']] });
    expect(plan(grows.position).orders).toHaveLength(2);
    expect(plan({ ...grows.position, withTargets: true }).orders).toEqual([]);
    expect(plan({ ...held().position, withTargets: true }).orders).toHaveLength(2);
  });

  it('no target rests while a stop is being sold', () => {
    expect(plan({ ...held().position, stopReachedAt: 500 }, { market: big('0.49') }).orders).toEqual([]);
  });

  it('too small is what no target could be placed for, and only of what is held', () => {
    expect(plan(held('9.3').position).tooSmall).toBe(false);
    expect(plan(held('9.2').position).tooSmall).toBe(true);
    const sold = held().order('close', ['0', '192.1'], { type: 'market', trades: [['192.1077', '0.52']] });
    expect(plan(sold.position).tooSmall).toBe(false);
  });

  it('watched is what no order on the exchange is known to hold', () => {
    expect(plan(held().position).watched).toEqual(['stop-loss', 'take-profit']);
    expect(plan(list().position).watched).toEqual([]);
    expect(plan(list({ state: 'sending' }).position).watched).toEqual(['stop-loss', 'take-profit']);
    const begun = held().order('take-profit', ['0.546', '192.1'], { trades: [['40']] });
    expect(plan(begun.position).watched).toEqual(['stop-loss']);
  });
});
