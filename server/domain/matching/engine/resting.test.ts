import { describe, expect, it } from 'vitest';
import { big, brief, buy, matchingWorld, sell } from '../../../../tests/factories/matching-world.ts';

describe('an order that rests', () => {
  it('locks what it spends, fills at its limit, and frees what is over', () => {
    const { ann, core, place, trade, free, locked } = matchingWorld();
    const order = place(buy('192.3', '0.52'));
    expect([free(ann, 'USDT'), locked(ann, 'USDT')]).toEqual(['9900.004', '99.996']);
    trade('0.5201');
    expect(brief(order)).toBe('NEW 0/192.3');
    trade('0.519');
    expect(brief(order)).toBe('FILLED 192.3/192.3');
    expect(order.executedQuote.toFixed()).toBe('99.996');
    expect([free(ann, 'USDT'), locked(ann, 'USDT'), free(ann, 'XRP')]).toEqual(['9900.004', '0', '10192.1077']);
    expect(ann.open.size).toBe(0);
    expect(core.quietRange('XRPUSDT')).toEqual({ above: null, below: null });
  });

  it('sells the same way', () => {
    const { ann, place, trade, free, locked } = matchingWorld();
    const order = place(sell('100', '0.54'));
    expect([free(ann, 'XRP'), locked(ann, 'XRP')]).toEqual(['9900', '100']);
    trade('0.5399');
    expect(brief(order)).toBe('NEW 0/100');
    trade('0.55');
    expect(brief(order)).toBe('FILLED 100/100');
    expect([free(ann, 'USDT'), locked(ann, 'XRP')]).toEqual(['10053.946', '0']);
  });

  it('is filled best price first, then the oldest', () => {
    const { place, trade, fills } = matchingWorld();
    const ids = [buy('10', '0.51'), buy('10', '0.52'), buy('10', '0.52')].map((terms) => place(terms).orderId);
    trade('0.5');
    expect(fills.map(({ order }) => order.orderId)).toEqual([ids[1], ids[2], ids[0]]);
    expect(fills.every(({ isMaker }) => isMaker)).toBe(true);
  });

  it('at its limit itself fills whole, by the size of the trade, or only once the price goes through', () => {
    const touched = (touchFill: 'whole' | 'by-size' | 'none') => {
      const { place, trade } = matchingWorld({ touchFill });
      const [first, second, better] = [place(buy('10', '0.52')), place(buy('10', '0.52')), place(buy('10', '0.53'))];
      trade('0.52', '12.34');
      return [first, second, better].map((order) => order.executedQty.toFixed());
    };
    expect(touched('whole')).toEqual(['10', '10', '10']);
    expect(touched('by-size')).toEqual(['10', '2.3', '10']);
    expect(touched('none')).toEqual(['0', '0', '10']);
  });

  it('fills in parts of what one trade bears, in whole steps', () => {
    const { xrp, ann, place, trade, locked } = matchingWorld();
    const [near, far] = [place(buy('100', '0.52')), place(buy('100', '0.51'))];
    xrp.terms = { ...xrp.terms, maxPerTick: big('60.05') };
    trade('0.51');
    expect([brief(near), brief(far)]).toEqual(['PARTIALLY_FILLED 60/100', 'NEW 0/100']);
    expect(locked(ann, 'USDT')).toBe('71.8');
    trade('0.51');
    expect([brief(near), brief(far)]).toEqual(['FILLED 100/100', 'PARTIALLY_FILLED 20/100']);
  });

  it('is part of the trade that reaches it', () => {
    const { xrp, place, trade, trades } = matchingWorld();
    place(buy('10', '0.52'));
    place(buy('11', '0.52'));
    trade('0.51', '7');
    expect(trades).toEqual([
      {
        symbol: 'XRPUSDT',
        firstId: 1,
        id: 3,
        price: big('0.51'),
        qty: big('28'),
        time: expect.any(Number),
        buyerMaker: true,
      },
    ]);
    expect(xrp).toMatchObject({ tradeId: 3, price: big('0.51'), quote: big('0.51') });
  });
});

it('a symbol that does not trade has no trades', () => {
  const { xrp, place, trade, trades } = matchingWorld();
  const order = place(buy('10', '0.52'));
  xrp.terms = { ...xrp.terms, status: 'HALT' };
  trade('0.5');
  expect([brief(order), trades.length, xrp.price.toFixed()]).toEqual(['NEW 0/10', 0, '0.53']);
});

it('an order carries the time of the clock, and that of its last change', () => {
  const { ann, clock, core, place, trade, fills } = matchingWorld();
  const order = place(buy('10', '0.52'));
  const placed = clock.now;
  expect(order).toMatchObject({ time: placed, workingTime: placed, updateTime: placed });
  clock.now += 5000;
  trade('0.52');
  expect(order).toMatchObject({ time: placed, workingTime: placed, updateTime: clock.now });
  expect([fills[0]?.time, ann.updateTime]).toEqual([clock.now, clock.now]);
  expect(core.quietRange('XRPUSDT').above).toBeNull();
});
