import type { Big } from 'big.js';
import type { GridLevel } from '../../server/domain/strategies/rounds/level.ts';
import type {
  PlacedOrder,
  RunContext,
  RunFacts,
  RunLevel,
  RunOrder,
  RunStep,
} from '../../server/domain/strategies/rounds/run-facts.ts';
import { runStep } from '../../server/domain/strategies/rounds/run-step.ts';
import { big, rules } from './worked-grids.ts';

/** Facts of a run on XRP/USDT, and what it does about them, as one line a step. */
export const NOW = 1_000_000;
const FEE = '0.999';

export const levelOf = (number: number, change: Partial<GridLevel> = {}): GridLevel => ({
  number,
  buyPrice: big('0.48'),
  sellPrice: big('0.49'),
  startsBy: 'buy',
  cycleOpensBy: 'buy',
  buys: { by: 'fixed', quantity: big(105) },
  sells: { by: 'holdings' },
  repeat: true,
  ...change,
});

export const runLevel = (level: GridLevel, start: { base?: string; counter?: string } = {}): RunLevel => ({
  level,
  start: { base: big(start.base ?? '0'), counter: big(start.counter ?? '0') },
  leftOut: false,
});

const moved = (side: 'buy' | 'sell', filled: Big, price: Big) =>
  side === 'buy'
    ? { base: filled.times(FEE), counter: filled.times(price).times(-1) }
    : { base: filled.times(-1), counter: filled.times(price).times(FEE) };

type Sketch = Partial<Omit<RunOrder, 'price' | 'quantity' | 'filledQuantity'>> & {
  price?: string;
  quantity?: string;
  filled?: string;
};

/** An order of level 1 that rests, unless said otherwise. */
export function runOrder({ price = '0.48', quantity = '105', filled = '0', ...change }: Sketch): RunOrder {
  const side = change.side ?? 'buy';
  const { level = 1, turn = 0, attempt = 1 } = change;
  return {
    clientOrderId: `${level} ${turn} ${change.leg ?? side} ${attempt}`,
    level,
    turn,
    leg: side,
    attempt,
    side,
    price: big(price),
    quantity: big(quantity),
    filledQuantity: big(filled),
    state: 'open',
    reason: null,
    cancelAsked: false,
    expiryReason: null,
    updatedAt: NOW,
    isBooked: true,
    ...moved(side, big(filled), big(price)),
    ...change,
  };
}

export const factsWith = (change: Partial<RunFacts> = {}): RunFacts => ({
  state: 'running',
  stateSince: 0,
  takeDown: false,
  isOutside: false,
  ending: null,
  counterEarning: true,
  given: { base: big(0), counter: big('50.4') },
  startOrder: null,
  begun: true,
  levels: [runLevel(levelOf(1), { counter: '50.4' })],
  orders: [],
  ...change,
});

export const around = (change: Partial<RunContext> = {}): RunContext => ({
  mayOrder: true,
  isTrading: true,
  band: null,
  now: NOW,
  rules,
  last: big('0.523'),
  marketMost: null,
  others: [],
  ...change,
});

/** 'place 1/0/buy/1 limit buy 105 at 0.48', 'move running', … and when it looks again, ms from now. */
export function said(facts: RunFacts, context: RunContext): { steps: string[]; again: number | null } {
  const { steps, again } = runStep(facts, context);
  const lines = steps.map((step): string => {
    if (step.do === 'place') {
      const { level, turn, leg, attempt, type, side, quantity, price } = step.order;
      return `place ${level}/${turn}/${leg}/${attempt} ${type} ${side} ${quantity.toFixed()} at ${price.toFixed()}`;
    }
    if (step.do === 'move') return step.reason === null ? `move ${step.to}` : `move ${step.to}: ${step.reason}`;
    if (step.do === 'begin')
      return `begin ${step.levels.map(({ level, start }) => `${level.number} ${level.startsBy} ${start.base.toFixed()} ${start.counter.toFixed()}${level.firstPrice ? ` at ${level.firstPrice.toFixed()}` : ''}`).join(', ')}`;
    return `${step.do} ${step.order.clientOrderId}`;
  });
  return { steps: lines, again: again === null ? null : again - context.now };
}

/** With this about one of its orders. */
export const withOrder = (facts: RunFacts, of: RunOrder, to: Partial<RunOrder>): RunFacts => ({
  ...facts,
  orders: facts.orders.map((order) => (order === of ? Object.assign({}, order, to) : order)),
});

/** An order as it rests once it was placed. */
const placedOrder = ({ mirror: _mirror, type: _type, ...terms }: PlacedOrder, now: number): RunOrder => ({
  ...terms,
  clientOrderId: `${terms.level} ${terms.turn} ${terms.leg} ${terms.attempt}`,
  state: 'open',
  reason: null,
  cancelAsked: false,
  expiryReason: null,
  updatedAt: now,
  filledQuantity: big(0),
  isBooked: true,
  base: big(0),
  counter: big(0),
});

/** What an exchange that never refuses and never fills makes of a step. */
export function taken(facts: RunFacts, step: RunStep, now = NOW): RunFacts {
  switch (step.do) {
    case 'read-fills':
      return withOrder(facts, step.order, { isBooked: true });
    case 'cancel':
      return withOrder(facts, step.order, { state: 'cancelled', cancelAsked: true });
    case 'move':
      return { ...facts, state: step.to };
    case 'begin':
      return { ...facts, begun: true };
    default: {
      const { mirror } = step.order;
      const held = mirror ? [{ ...placedOrder(mirror, now), state: 'pending' as const }] : [];
      return { ...facts, orders: [...facts.orders, placedOrder(step.order, now), ...held] };
    }
  }
}
