import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  BOT_TICKS_APART,
  deepestStop,
  exitsFault,
  nearestTargets,
  priceRange,
  targetFault,
  targetHint,
  totalForStop,
} from './target-bounds.ts';

const big = (amount: string) => new Big(amount);
const TICK = big('0.0001');
const MARKET = big('0.52');
const PERCENT = { bidUp: big('1.2'), bidDown: big('0.8'), askUp: big('5'), askDown: big('0.2') };
const shown = (of: object) => Object.values(of).map(String);

describe('how near to the market a target may lie', () => {
  it.each([
    ['0.52', ['0.5203', '0.5197']],
    ['0.52005', ['0.5204', '0.5197']],
    ['0.0004', ['0.0007', '0.0001']],
    ['0.0003', ['0.0006', '0']],
    ['0.0001', ['0.0004', '0']],
  ])('of a purchase at %s three ticks, on the tick: %s', (market, nearest) => {
    expect(shown(nearestTargets('buy', big(market), TICK))).toEqual(nearest);
  });

  it('of a sale the take profit lies below and the stop above', () => {
    const { takeProfit, stopLoss } = nearestTargets('sell', MARKET, TICK);
    expect([takeProfit, stopLoss].map(String)).toEqual(['0.5197', '0.5203']);
  });

  it('PB-11: those of a bot are placed until the market has reached them', () => {
    const context = { side: 'buy', market: MARKET, tick: TICK, ticksApart: BOT_TICKS_APART } as const;
    expect(exitsFault({ takeProfit: big('0.5201'), stopLoss: big('0.5199') }, context, null)).toBeNull();
    expect(exitsFault({ takeProfit: MARKET }, context, null)).toBe('Min take profit is 0.5201');
    expect(exitsFault({ stopLoss: MARKET }, context, null)).toBe('Max stop loss is 0.5199');
  });

  it.each([
    ['buy', 'takeProfit', '0.5203', '0.5202', 'Min take profit is 0.5203'],
    ['buy', 'stopLoss', '0.5197', '0.5198', 'Max stop loss is 0.5197'],
    ['sell', 'takeProfit', '0.5197', '0.5198', 'Max take profit is 0.5197'],
    ['sell', 'stopLoss', '0.5203', '0.5202', 'Min stop loss is 0.5203'],
  ] as const)('%s %s: %s may be, %s is told: %s', (...[side, target, nearest, nearer, hint]) => {
    const context = { side, market: MARKET, tick: TICK };
    expect(targetHint(target, context)).toBe(hint);
    expect(targetFault(target, big(nearest), context)).toBeNull();
    expect(targetFault(target, big(nearer), context)).toBe(hint);
  });
});

describe('how far from the average price an order may lie', () => {
  it('by side, within the bounds, on the tick', () => {
    const range = (side: 'buy' | 'sell') =>
      shown(priceRange(side, { average: big('0.52005'), percent: PERCENT, tick: TICK }));
    expect(range('buy')).toEqual(['0.4161', '0.624']);
    expect(range('sell')).toEqual(['0.1041', '2.6002']);
  });

  it('the deepest stop is where what can be sold is still worth the least', () => {
    expect(deepestStop(big('11.4'), big('5'), TICK)?.toFixed()).toBe('0.4386');
    expect(deepestStop(big('0'), big('5'), TICK)).toBeNull();
  });

  it('an entry must be worth the least at its stop, its fee taken off', () => {
    const total = (fee: string) => totalForStop(big('0.8'), { minNotional: big('5'), fee: big(fee) }).toFixed();
    expect([total('0'), total('0.2')]).toEqual(['6.25', '7.8125']);
  });
});

describe('why targets cannot be what is wanted', () => {
  const BAND = { average: MARKET, percent: PERCENT };
  const faultOf = (
    side: 'buy' | 'sell',
    targets: readonly [string | null, string | null],
    band: typeof BAND | null,
  ) => {
    const [takeProfit, stopLoss] = targets.map((price) => price && big(price));
    return exitsFault({ takeProfit, stopLoss } as object, { side, market: MARKET, tick: TICK }, band);
  };

  it('nothing where they are on the tick and on their sides, or are not wanted', () => {
    expect(faultOf('buy', ['0.546', '0.494'], BAND)).toBeNull();
    expect(faultOf('buy', [null, null], BAND)).toBeNull();
    expect(exitsFault({}, { side: 'buy', market: MARKET, tick: TICK }, BAND)).toBeNull();
  });

  it('one that is off the tick', () => {
    const sentence = 'The price must be a multiple of 0.0001.';
    expect(faultOf('buy', ['0.54601', '0.494'], BAND)).toBe(sentence);
    expect(faultOf('buy', ['0.546', '0.49401'], BAND)).toBe(sentence);
  });

  it('issue 21: the limit of a target has its thousands apart and the decimals of the pair', () => {
    const btc = { side: 'buy', market: big('52952.97'), tick: big('0.01') } as const;
    expect(targetHint('stopLoss', btc)).toBe('Max stop loss is 52,952.94');
    expect(targetHint('stopLoss', { ...btc, market: big('52953.03') })).toBe('Max stop loss is 52,953.00');
    expect(targetHint('stopLoss', { side: 'buy', market: big('0.5163'), tick: TICK })).toBe('Max stop loss is 0.5160');
  });

  it('one that is too near, the take profit first', () => {
    expect(faultOf('buy', ['0.52', '0.52'], BAND)).toBe('Min take profit is 0.5203');
    expect(faultOf('buy', ['0.546', '0.52'], BAND)).toBe('Max stop loss is 0.5197');
    expect(faultOf('buy', [null, '0.52'], BAND)).toBe('Max stop loss is 0.5197');
  });

  it('a take profit that the exchange refuses as too far, by the side that ends the block', () => {
    expect(faultOf('buy', ['2.6', null], BAND)).toBeNull();
    expect(faultOf('buy', ['2.6001', null], BAND)).toBe('Max take profit is 2.6000');
    expect(faultOf('sell', ['0.416', null], BAND)).toBeNull();
    expect(faultOf('sell', ['0.4159', null], BAND)).toBe('Min take profit is 0.4160');
    expect(faultOf('sell', ['0.4159', null], null)).toBeNull();
  });

  it('a stop is never too far: it is no order in the book', () => {
    expect(faultOf('buy', [null, '0.01'], BAND)).toBeNull();
    expect(faultOf('sell', [null, '9'], BAND)).toBeNull();
  });
});
