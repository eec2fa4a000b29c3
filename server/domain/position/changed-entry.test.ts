import { describe, expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import { type Fate, ModelExchange } from '../../../tests/factories/model-exchange.ts';
import { nextStep } from '../next-step.ts';
import type { Step } from '../steps/step.ts';
import { exitsAt, NO_EXITS } from './exits.ts';
import { entryOf } from './books.ts';
import type { Intent } from './position.ts';
import { stateOf } from './state.ts';

const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.45')), ending: 'none' };
const NONE: Intent = { ...NO_EXITS, ending: 'none' };

const next = (model: ModelExchange): Step => nextStep(model.position, model.intent, model.marketContext);

/** Works until it is quiet or an answer is out; what was done, in turn. */
function work(model: ModelExchange): string[] {
  const done: string[] = [];
  for (let step = next(model); step && !model.ended; step = next(model)) {
    done.push(step.do === 'keep-entry' ? step.because : step.do);
    if (done.length > 20) throw new Error(done.join(', '));
    if (!model.take(step) && model.isUnsure) break;
  }
  model.looked();
  return done;
}

/** An entry of 192.3 at 0.52 that rests below the market. */
function resting(of: { intent?: Intent; withTargets?: boolean } = {}): ModelExchange {
  const terms = { section: 'buy', counterEarning: true, withTargets: false, market: big('0.53'), ...of } as const;
  const model = new ModelExchange({ ...terms, intent: of.intent ?? NONE });
  work(model);
  return model;
}
const live = ({ live: orders }: ModelExchange) =>
  orders.map(({ leg, quantity, price, stopPrice }) => `${leg} ${quantity.toFixed()} ${(stopPrice ?? price).toFixed()}`);
const state = (model: ModelExchange) => stateOf(model.position, model.intent, null);
const change = (model: ModelExchange, price: string, quantity = '192.3') =>
  model.changeEntry(big(price), big(quantity));

describe('an entry that its owner changed', () => {
  it('is canceled first, and only then placed at its new price and amount', () => {
    const model = resting();
    change(model, '0.51', '250');
    expect(next(model)).toMatchObject({ do: 'cancel', because: 'changed', orders: [{ leg: 'entry', attempt: 1 }] });
    expect(state(model)).toBe('placed');
    expect(work(model)).toEqual(['cancel', 'place-entry']);
    expect(live(model)).toEqual(['entry 250 0.51']);
    expect([state(model), work(model)]).toEqual(['placed', []]);
  });

  it('is between two orders neither removed nor placed', () => {
    const model = resting();
    change(model, '0.51');
    const step = next(model);
    if (step) model.take(step);
    expect([live(model), state(model)]).toEqual([[], 'pending']);
    expect(next(model)).toEqual({ do: 'place-entry' });
  });

  it('is not placed while it is not known whether the one before has ended', () => {
    const model = resting();
    change(model, '0.51');
    for (const order of model.live) order.state = 'unknown';
    expect(next(model)).toBeNull();
  });

  it('keeps what filled: the next order is for the rest, and the targets of the part stay', () => {
    const model = resting({ intent: BOTH });
    model.move(big('0.52'), big('0.5'), 6000);
    work(model);
    change(model, '0.515');
    model.move(big('0.53'), big('1'), 6000);
    expect(work(model)).toEqual(['cancel', 'place-entry']);
    const rest = live(model).find((line) => line.startsWith('entry'));
    expect(rest).toBe('entry 96.2 0.515');
    expect(live(model)).toHaveLength(3);
    expect(state(model)).toBe('targets-placed');
    const entry = entryOf(model.position);
    expect([entry?.filledQuantity.toFixed(), entry?.quantity.toFixed()]).toEqual(['96.1', '192.3']);
    model.move(big('0.515'), big('1'), 6000);
    work(model);
    expect(entryOf(model.position)?.filledQuantity.toFixed()).toBe('192.3');
    expect(live(model)).toEqual(['take-profit 192.1 0.546', 'stop-loss 192.1 0.45']);
  });

  it('takes its targets along as long as nothing of it has filled, also new ones', () => {
    const model = resting({ intent: BOTH, withTargets: true });
    model.intent = { ...exitsAt(big('0.56'), big('0.44')), ending: 'none' };
    change(model, '0.52');
    expect(work(model)).toEqual(['cancel', 'place-entry']);
    expect(live(model)).toEqual(['entry 192.3 0.52', 'take-profit 0 0.56', 'stop-loss 0 0.44']);
  });

  it.each<[Fate, boolean, string[]]>([
    ['lost', false, ['place-entry']],
    ['lost', true, []],
    ['waits', false, ['place-entry']],
  ])('whose answer was %s is there once (found: %s)', (fate, found, then) => {
    const model = resting();
    change(model, '0.51');
    model.fates = [fate];
    for (const step of [next(model), null]) model.take(step ?? { do: 'place-entry' });
    if (fate === 'lost') expect(next(model)).toBeNull();
    model.find(found);
    expect(work(model)).toEqual(then);
    expect(live(model)).toEqual(['entry 192.3 0.51']);
  });

  it('that is refused is over, with the reason', () => {
    const model = resting();
    change(model, '0.51');
    model.fates = ['refused'];
    expect(work(model)).toEqual(['cancel', 'place-entry', 'finish']);
    expect(model.ended).toBe('rejected');
  });

  it('stays what it is once it has filled, or was ended on the exchange', () => {
    const filled = resting();
    change(filled, '0.51', '300');
    filled.move(big('0.52'), big('1'), 100);
    expect(work(filled)).toEqual(['The order was filled before it could be changed.']);
    expect([filled.position.quantity.toFixed(), filled.position.price.toFixed()]).toEqual(['192.3', '0.52']);
    const ended = resting();
    change(ended, '0.51', '300');
    for (const order of ended.live) order.state = 'cancelled';
    expect(state(ended)).toBe('removed');
    expect(work(ended)).toEqual(['The order was ended on the exchange before it could be changed.', 'finish']);
    expect(ended.ended).toBe('removed');
  });

  it('stays at what filled where the rest is too little, or an exit came first', () => {
    const model = resting();
    change(model, '0.51', '100');
    model.move(big('0.52'), big('0.5'), 6000);
    expect(work(model)).toEqual([
      'cancel',
      'What was left of the order is too little for another: it stays at what was filled.',
    ]);
    expect([model.position.quantity.toFixed(), state(model)]).toEqual(['96.1', 'filled']);
    const stopped = resting({ intent: BOTH });
    stopped.move(big('0.52'), big('0.5'), 6000);
    work(stopped);
    change(stopped, '0.515');
    stopped.move(big('0.546'), big('1'), 6000);
    expect(work(stopped)).toEqual(['cancel', 'The changed order was not placed: an exit came first.', 'finish']);
    expect([stopped.ended, live(stopped)]).toEqual(['take-profit', []]);
  });

  it('stays where it is while the pair does not trade, and is removed if that is what its owner wants', () => {
    const model = resting();
    change(model, '0.51');
    const { pair } = model.marketContext;
    model.marketContext = { ...model.marketContext, pair: { ...pair, status: 'halted' } };
    expect(next(model)).toBeNull();
    model.marketContext = { ...model.marketContext, pair };
    model.intent = { ...NONE, ending: 'remove' };
    expect(work(model)).toEqual(['cancel', 'finish']);
    expect(model.ended).toBe('removed');
  });
});
