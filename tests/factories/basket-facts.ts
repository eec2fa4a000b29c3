import { HOUR } from '../../server/contracts/rules/time.ts';
import type {
  BasketContext,
  BasketFacts,
  BasketOrder,
  BasketPair,
  BasketTurn,
  GivenAsset,
} from '../../server/domain/strategies/basket/basket-facts.ts';
import { big } from './worked-grids.ts';

export const START = 10 * HOUR;
export const RULES = { threshold: big('0.05'), every: null, startedAt: START };
export const asset = (number: number, name: string, { target = '0', given = '0' }): GivenAsset => ({
  number,
  name,
  target: big(target),
  given: big(given),
  taken: big(0),
  startPrice: big(1),
});
export const pair = (last: string, more: Partial<BasketPair> = {}): BasketPair => ({
  last: big(last),
  tick: big('0.01'),
  step: big('0.001'),
  minQuantity: big('0.001'),
  minNotional: big(5),
  marketMost: null,
  status: 'trading',
  ...more,
});
export const ASSETS = [
  asset(0, 'USDT', { given: '1000' }),
  asset(1, 'BTC', { target: '0.5' }),
  asset(2, 'BNB', { target: '0.5' }),
];
export const PAIRS = new Map([
  [1, pair('100')],
  [2, pair('10')],
]);
export const factsOf = (more: Partial<BasketFacts> = {}): BasketFacts => ({
  state: 'running',
  isHalted: false,
  ending: null,
  assets: ASSETS,
  orders: [],
  turns: [],
  ...more,
});
export const contextOf = (more: Partial<BasketContext> = {}): BasketContext => ({
  mayOrder: true,
  now: START + HOUR,
  isLook: true,
  fee: big('0.001'),
  pairs: PAIRS,
  free: null,
  ...more,
});
export const order = (of: Partial<BasketOrder>): BasketOrder => ({
  clientOrderId: 'TD1',
  level: 1,
  turn: 1,
  leg: 'buy',
  attempt: 1,
  side: 'buy',
  state: 'filled',
  reason: null,
  isBooked: true,
  hasArrived: true,
  updatedAt: START,
  price: big(1),
  quantity: big(0),
  filledQuantity: big(0),
  moves: new Map(),
  ...of,
});
export const turnOf = (more: Partial<BasketTurn> = {}): BasketTurn => ({
  turn: 1,
  at: START + HOUR,
  sells: [],
  buys: null,
  buysAt: null,
  doneAt: null,
  ...more,
});
