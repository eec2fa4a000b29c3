import { describe, expect, it } from 'vitest';
import { BLOCK_STATES } from '#contracts/rules/block-state.ts';
import { NO_EXITS, exitsAt, wholeAt } from './exits.ts';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
import { ModelExchange } from '../../../tests/factories/model-exchange.ts';
import { nextStep } from '../next-step.ts';
import type { OrderState } from './order-state.ts';
import type { Intent, OrderFact } from './position.ts';
import { MOVES, movesBetween, stateOf } from './state.ts';

const ENDS = ['take-profit-filled', 'stop-loss-filled', 'closed', 'removed', 'released', 'joined', 'split'] as const;

describe('the states of a position', () => {
  it('are all reached from its beginning, but for what was never to be sent', () => {
    const unreached = BLOCK_STATES.filter((state) => movesBetween('pending', state) === null);
    expect(unreached).toEqual(['joining', 'skipped']);
  });

  it.each(ENDS)('%s stays', (end) => {
    expect(MOVES[end]).toEqual([]);
    for (const state of BLOCK_STATES) expect(movesBetween(end, state) === null, state).toBe(state !== end);
  });

  it.each(['rejected', 'skipped'] as const)('%s is left only by trying again', (end) => {
    expect(MOVES[end]).toEqual(['pending']);
  });

  it('lead from one to another by the shortest way, each move from where the last one led', () => {
    for (const from of BLOCK_STATES) {
      for (const to of BLOCK_STATES) {
        const moves = movesBetween(from, to) ?? [];
        const places = moves.map((move) => move.to);
        expect(moves.map((move) => move.from)).toEqual(moves.length > 0 ? [from, ...places.slice(0, -1)] : []);
        expect(new Set(places).size, `${from} to ${to}`).toBe(places.length);
      }
    }
    expect(movesBetween('pending', 'take-profit-filled')?.map(({ to }) => to)).toEqual([
      'filled',
      'take-profit-filled',
    ]);
  });
});

describe('how a position stands', () => {
  const none = { ...NO_EXITS, ending: 'none' } as const;
  const partlyFilled = () => {
    const model = new ModelExchange({
      section: 'buy',
      counterEarning: true,
      withTargets: false,
      intent: none,
      market: big('0.53'),
    });
    model.take({ do: 'place-entry' });
    model.move(big('0.52'), big('0.5'), 1000);
    return model;
  };

  it('follows the exchange alone: a wish without an order changes nothing', () => {
    const model = partlyFilled();
    model.intent = { ...none, takeProfits: wholeAt(big('0.546')) };
    expect(stateOf(model.position, model.intent, null)).toBe('partly-filled');
  });

  it('goes back to partly filled when the targets of the part are taken off, by a way that exists', () => {
    const model = partlyFilled();
    model.intent = { ...none, ...exitsAt(big('0.546'), big('0.494')) };
    const place = nextStep(model.position, model.intent, model.marketContext);
    if (place) model.take(place);
    const before = stateOf(model.position, model.intent, null);
    expect(before).toBe('targets-placed');
    model.intent = none;
    const cancel = nextStep(model.position, model.intent, model.marketContext);
    if (cancel) model.take(cancel);
    const after = stateOf(model.position, model.intent, null);
    expect(after).toBe('partly-filled');
    expect(movesBetween(before, after)).toEqual([{ from: before, to: after }]);
  });
});

describe('what a position is called', () => {
  const NONE: Intent = { ...NO_EXITS, ending: 'none' };
  const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
  const entry = (of: Partial<OrderFact> & { trades?: string[][] } = {}) =>
    sketch().order('entry', ['0.52', '192.3'], of);
  const filled = () => entry({ trades: [['192.3']] });
  const growing = () => entry({ trades: [['100']] });
  const called = ({ position }: ReturnType<typeof entry>, intent = NONE) => stateOf(position, intent, null);

  it('by its entry, until that is filled', () => {
    const states = (of: Partial<OrderFact>) =>
      (['planned', 'sending', 'unknown', 'rejected', 'open', 'pending', 'cancelled', 'expired'] as OrderState[]).map(
        (state) => called(entry({ ...of, state })),
      );
    const before = ['pending', 'pending', 'unconfirmed', 'rejected'];
    expect(states({})).toEqual([...before, 'placed', 'placed', 'removed', 'removed']);
    const part = { filledQuantity: big('100') };
    expect(states(part)).toEqual([...before, 'partly-filled', 'partly-filled', 'filled', 'filled']);
    expect([called(growing()), called(filled())]).toEqual(['partly-filled', 'filled']);
  });

  it('pending before anything was sent; skipped where nothing was ever to be', () => {
    const unsent = sketch().position;
    expect(stateOf(unsent, BOTH, null)).toBe('pending');
    expect(stateOf({ ...unsent, quantity: big('0') }, BOTH, null)).toBe('skipped');
    expect(stateOf(unsent, NONE, 'removed')).toBe('removed');
  });

  it('released once it is let go, whatever its orders do', () => {
    expect(stateOf({ ...filled().position, released: true }, BOTH, 'closed')).toBe('released');
  });

  it.each([
    ['take-profit', 'take-profit-filled'],
    ['stop-loss', 'stop-loss-filled'],
    ['closed', 'closed'],
    ['released', 'released'],
  ] as const)('ended by %s: %s', (end, state) => {
    expect(stateOf(filled().position, BOTH, end)).toBe(state);
    expect(stateOf(growing().position, NONE, end)).toBe('partly-filled');
  });

  it('closing from when that is asked, or as long as a close is at work', () => {
    expect(called(filled(), { ...BOTH, ending: 'close' })).toBe('closing');
    const close = (state: OrderState) => filled().order('close', ['0.6', '192.1'], { state });
    expect(called(close('sending'))).toBe('closing');
    expect(called(close('cancelled'))).toBe('filled');
    expect(called(growing(), { ...NONE, ending: 'close' })).toBe('closing');
    expect(called(filled(), { ...NONE, ending: 'remove' })).toBe('filled');
  });

  it.each(['take-profit', 'stop-loss'] as const)('targets placed or changing, by what its %s does', (leg) => {
    const target = (state: OrderState, block = filled()) => block.order(leg, ['0.5', '192.1'], { state });
    expect(called(target('open'), BOTH)).toBe('targets-placed');
    expect(called(target('partly-filled'), BOTH)).toBe('targets-placed');
    expect(called(target('sending'), BOTH)).toBe('targets-changing');
    expect(called(target('sending'))).toBe('targets-changing');
    expect(called(target('cancelled'), BOTH)).toBe('targets-changing');
    expect(called(target('cancelled'))).toBe('filled');
    expect(called(target('open', target('sending')), BOTH)).toBe('targets-placed');
  });

  it('filled while targets are wanted that were never placed, or wait for the entry alone', () => {
    expect(called(filled(), BOTH)).toBe('filled');
    expect(called(filled().order('stop-loss', ['0.5', '192.1'], { state: 'pending' }))).toBe('filled');
  });

  it('partly filled while the targets of the part are on their way', () => {
    const target = (state: OrderState) => growing().order('stop-loss', ['0.5', '99.9'], { state });
    expect(called(target('sending'), BOTH)).toBe('partly-filled');
    expect(called(target('cancelled'), BOTH)).toBe('partly-filled');
    expect(called(target('open'), BOTH)).toBe('targets-placed');
  });
});
