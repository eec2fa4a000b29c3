import { expect, it } from 'vitest';
import { big, context, sketch } from '../../../tests/factories/block-sketch.ts';
import { nextStep } from '../next-step.ts';
import { exitsAt } from '../position/exits.ts';
import type { Intent } from '../position/position.ts';

const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
const CLOSE: Intent = { ...BOTH, ending: 'close' };
const held = () => sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const next = ({ position }: ReturnType<typeof held>, intent: Intent, market = '0.52') =>
  nextStep(position, intent, context({ market: big(market) }));

it('V-01 a close is an order of its own, and so is what a stop left over', () => {
  expect(next(held(), CLOSE)).toMatchObject({ do: 'place', orders: [{ leg: 'close' }], asList: false });
  const stopped = held().order('stop-loss', ['0.494', '100'], { trades: [['100']] });
  expect(next(stopped, BOTH, '0.49')).toMatchObject({ do: 'place', orders: [{ leg: 'rest' }], asList: false });
});

it('V-03 a close ends a position of which a target has sold all but what is too little for an order', () => {
  const of = { state: 'cancelled', cancelAsked: true } as const;
  const block = held().order('take-profit', ['0.546', '192.1'], { ...of, trades: [['190']] });
  expect(next(block, CLOSE)).toEqual({ do: 'finish', how: 'closed' });
});

it('EX-3 of the slices of a plan the one that was sold last says how it ended', () => {
  const plan: Intent = { ...BOTH, plan: 1 };
  const sold = (takeProfitAt: number, stopAt: number) =>
    held()
      .order('take-profit', ['0.546', '96'], { plan: 1, target: 1, filledAt: takeProfitAt, trades: [['96']] })
      .order('stop-loss', ['0.494', '96.1'], { plan: 1, target: 0, filledAt: stopAt, trades: [['96.1']] });
  expect(next(sold(200, 300), plan)).toEqual({ do: 'finish', how: 'stop-loss' });
  expect(next(sold(300, 200), plan)).toEqual({ do: 'finish', how: 'take-profit' });
});
