import { describe, expect, it } from 'vitest';
import {
  type Terms,
  big,
  brief,
  draft,
  list,
  buy,
  matchingWorld,
  pair,
  refusedFor,
  sell,
  stop,
} from '../../../../tests/factories/matching-world.ts';
import { trailingBuy, trailingStopSell, trailingTakeProfit } from '../../../../tests/worked-examples/trailing.ts';
import type { Order } from '../model/order.ts';
import { trailingTrigger } from '../model/trigger.ts';

/** Prices of Binance's page, in a pair that is called as ever. */
const LARGE = pair('XRP', 'USDT', {
  tick: big('0.5'),
  step: big('0.01'),
  minPrice: big('0.5'),
  maxPrice: null,
  maxNotional: null,
  priceBand: null,
});

function scenario(terms: Terms, start: string) {
  const world = matchingWorld({ pair: LARGE, price: big(start) });
  const rich = world.core.openAccount('rich', { USDT: '1000000', XRP: '100' });
  const order = world.place(draft({ pair: LARGE, quantity: '1', ...terms }), rich);
  return { ...world, order };
}
const stateOf = ({ details: { trail }, status }: Order, price: string, order: Order) => ({
  price,
  extreme: trail?.extreme ?? null,
  trigger: trailingTrigger(order)?.toFixed() ?? null,
  fired: status !== 'NEW' || order.workingTime !== null,
});

describe('EX-7 a trailing order does as Binance’s page says', () => {
  const limited = { price: '39000', timeInForce: 'GTC' } as const;
  it.each([
    ['trailing-stop-sell', { side: 'SELL', type: 'STOP_LOSS_LIMIT', ...limited, price: '39000' }, trailingStopSell],
    [
      'trailing-take-profit',
      { side: 'SELL', type: 'TAKE_PROFIT_LIMIT', ...limited, price: '41000' },
      trailingTakeProfit,
    ],
    ['trailing-buy', { side: 'BUY', type: 'TAKE_PROFIT_LIMIT', ...limited, price: '38500' }, trailingBuy],
  ] as const)('%s, to the last digit', (...[, terms, worked]) => {
    const { bips: trailingDelta, activation, trades } = worked.in;
    const { order, trade } = scenario(
      { ...terms, trailingDelta, ...(activation === null ? {} : { stopPrice: activation }) },
      trades[0],
    );
    const seen = trades.map((price, index) => {
      if (index > 0) trade(price);
      return stateOf(order, price, order);
    });
    expect(seen).toEqual(
      worked.out.steps.map(({ price, extreme, trigger, event }) => ({
        price,
        extreme,
        trigger,
        fired: event === 'fires',
      })),
    );
  });

  it.each([
    // Its scenario A: the fall to 37,000 comes before it begins.
    ['A', 'BUY', '44000', 500, '45000', ['37000', '44000', '46000', '42000', '44099.5'], '44100'],
    // Its scenario B: it begins at 39,000, and follows upwards from there.
    ['B', 'SELL', '39000', 1000, '38000', ['41500', '39000', '37000', '41000', '36900.5'], '36900'],
  ] as const)(
    'scenario %s: a %s with a stop price begins there, and not before',
    (...[, side, stopPrice, trailingDelta, price, before, fires]) => {
      const terms = { side, type: 'STOP_LOSS_LIMIT', stopPrice, trailingDelta, price } as const;
      const { order, trade } = scenario(terms, '40000');
      for (const each of before) {
        trade(each);
        expect(order.workingTime).toBeNull();
      }
      trade(fires);
      expect(order.workingTime).not.toBeNull();
    },
  );
});

const trailing = (side: 'BUY' | 'SELL', type: 'STOP_LOSS' | 'TAKE_PROFIT', more: Terms = {}) =>
  draft({ side, type, quantity: '100', trailingDelta: 500, ...more });

describe('a trailing order', () => {
  it.each([
    ['STOP_LOSS', 'SELL', '0.5035', '0.5036'],
    ['TAKE_PROFIT', 'SELL', '0.5035', '0.5036'],
    ['STOP_LOSS', 'BUY', '0.5565', '0.5564'],
    ['TAKE_PROFIT', 'BUY', '0.5565', '0.5564'],
  ] as const)('%s %s without a stop price follows from the last price on', (...[type, side, fires, before]) => {
    const { place, trade, clock } = matchingWorld();
    const order = place(trailing(side, type));
    expect(order.details.trail).toEqual({ since: clock.now, start: '0.53', extreme: '0.53' });
    trade(before);
    expect(brief(order)).toBe('NEW 0/100');
    trade(fires);
    expect(brief(order)).toBe('FILLED 100/100');
  });

  it('follows each trade, those of its own exchange’s takers too', () => {
    const { place, core } = matchingWorld({ offers: () => [] });
    const order = place(trailing('SELL', 'STOP_LOSS'));
    const bob = core.openAccount('bob', { USDT: '100', XRP: '100' });
    place(sell('10', '0.54'), bob);
    place(buy('10', '0.54'), core.openAccount('carl', { USDT: '100' }));
    expect(order.details.trail?.extreme).toBe('0.54');
  });

  it('with a stop price is refused where that is reached already, like any other', () => {
    const { place } = matchingWorld();
    const at = (side: 'BUY' | 'SELL', type: 'STOP_LOSS' | 'TAKE_PROFIT', stopPrice: string) =>
      refusedFor(() => place(trailing(side, type, { stopPrice })));
    expect(at('SELL', 'STOP_LOSS', '0.53')).toBe('would-trigger');
    expect(at('BUY', 'TAKE_PROFIT', '0.53')).toBe('would-trigger');
    expect(at('SELL', 'TAKE_PROFIT', '0.5301')).toBeNull();
    expect(at('BUY', 'TAKE_PROFIT', '0.5299')).toBeNull();
  });

  it('locks what it may cost at most: at its limit, else where it is triggered as placed', () => {
    const { ann, core, place, locked, trade } = matchingWorld();
    const first = place(trailing('BUY', 'STOP_LOSS'));
    expect(locked(ann, 'USDT')).toBe('55.65');
    core.cancel(ann, first.orderId);
    expect(locked(ann, 'USDT')).toBe('0');
    place(trailing('BUY', 'TAKE_PROFIT', { stopPrice: '0.5' }));
    expect(locked(ann, 'USDT')).toBe('52.5');
    place(draft({ type: 'STOP_LOSS_LIMIT', quantity: '100', trailingDelta: 500, price: '0.56' }));
    expect(locked(ann, 'USDT')).toBe('108.5');
    trade('0.5');
    trade('0.525');
    expect(locked(ann, 'USDT')).toBe('0');
    place(trailing('SELL', 'STOP_LOSS'));
    expect(locked(ann, 'XRP')).toBe('100');
  });

  it('that is canceled follows nothing any more', () => {
    const { ann, core, place, trade } = matchingWorld();
    const order = place(trailing('SELL', 'STOP_LOSS'));
    core.cancel(ann, order.orderId);
    trade('0.6');
    trade('0.5');
    expect(brief(order)).toBe('CANCELED 0/100');
    expect(order.details.trail?.extreme).toBe('0.53');
  });

  it('keeps no other order from being set off, and is set off by what that trades', () => {
    const { place, trade } = matchingWorld({
      offers: (quote) => [{ price: quote.times('0.99'), qty: quote.times(1000) }],
    });
    const behind = place(trailing('SELL', 'STOP_LOSS', { trailingDelta: 620 }));
    const plain = place(stop('100', '0.5'));
    trade('0.5');
    expect([brief(plain), brief(behind)]).toEqual(['FILLED 100/100', 'FILLED 100/100']);
  });
});

describe('as a leg of a list a trailing order', () => {
  const below = (more: Terms = {}) => stop('100', '0', { trailingDelta: 500, ...more });
  const above = (quantity = '100') => sell(quantity, '0.56', { type: 'LIMIT_MAKER' });

  it('ends with the leg that is filled, and ends it when it is triggered', () => {
    const { placeList, trade, locked, ann } = matchingWorld();
    const [stopped, gone] = placeList(list(null, [below(), above()]));
    expect(locked(ann, 'XRP')).toBe('100');
    trade('0.55');
    trade('0.5225');
    expect([stopped, gone].map((order) => order && brief(order))).toEqual([
      'FILLED 100/100',
      'EXPIRED 0/100 OCO_TRIGGER',
    ]);
    const [unused, taken] = placeList(list(null, [below(), above()]));
    trade('0.56');
    expect([unused, taken].map((order) => order && brief(order))).toEqual([
      'EXPIRED 0/100 OCO_TRIGGER',
      'FILLED 100/100',
    ]);
  });

  it('follows from when its entry is filled', () => {
    const { placeList, trade, clock } = matchingWorld();
    const [, leg] = placeList(list(buy('100', '0.52'), [below({ quantity: '0' }), above('0')], true));
    trade('0.6');
    expect(leg?.details.trail).toBeUndefined();
    clock.now += 5000;
    trade('0.52');
    expect(leg?.details.trail).toEqual({ since: clock.now, start: '0.52', extreme: '0.52' });
    trade('0.53');
    trade('0.5035');
    expect(leg && brief(leg)).toBe('FILLED 100/100');
  });

  it('with a stop price must lie on its own side of the market and of the other leg', () => {
    const { placeList } = matchingWorld();
    const refused = (stopPrice: string, entry = false) =>
      refusedFor(() => placeList(list(entry ? buy('100', '0.52') : null, [below({ stopPrice }), above()])));
    expect(refused('0.53')).toBe('prices-of-pair');
    expect(refused('0.5299')).toBeNull();
    expect(refused('0.56', true)).toBe('prices-of-pair');
    expect(refused('0.5599', true)).toBeNull();
  });

  it('above, without a stop price, may lie anywhere', () => {
    const { placeList } = matchingWorld();
    const rising = stop('100', '0', { side: 'BUY', trailingDelta: 500 });
    const pairOf = [buy('100', '0.51', { type: 'LIMIT_MAKER' }), rising];
    expect(refusedFor(() => placeList(list(sell('100', '0.54'), pairOf)))).toBeNull();
  });
});

it('the prices between which nothing happens end where an order begins, turns, or has a new extreme', () => {
  const { core, place, trade, ann } = matchingWorld();
  const range = () => {
    const { above, below } = core.quietRange('XRPUSDT');
    return [above?.toFixed(), below?.toFixed()];
  };
  const waiting = place(trailing('SELL', 'TAKE_PROFIT', { stopPrice: '0.56' }));
  expect(range()).toEqual([undefined, '0.56']);
  trade('0.57');
  expect(range()).toEqual(['0.5415', '0.57']);
  core.cancel(ann, waiting.orderId);
  const rising = place(trailing('BUY', 'TAKE_PROFIT', { stopPrice: '0.5' }));
  expect(range()).toEqual(['0.5', undefined]);
  trade('0.5');
  expect(range()).toEqual(['0.5', '0.525']);
  place(stop('100', '0.49'));
  place(stop('100', '0.51', { side: 'BUY' }));
  expect(range()).toEqual(['0.5', '0.51']);
  core.cancel(ann, rising.orderId);
  expect(range()).toEqual(['0.49', '0.51']);
});
