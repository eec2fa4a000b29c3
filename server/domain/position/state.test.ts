import { describe, expect, it } from 'vitest';
import { BLOCK_STATES } from '#contracts/rules/block-state.ts';
import { NO_EXITS, exitsAt, wholeAt } from './exits.ts';
import { big } from '../../../tests/factories/block-sketch.ts';
import { ModelExchange } from '../../../tests/factories/model-exchange.ts';
import { nextStep } from '../next-step.ts';
import { MOVES, movesBetween, stateOf } from './state.ts';

const ENDS = ['take-profit-filled', 'stop-loss-filled', 'closed', 'removed', 'released'] as const;

describe('the states of a position', () => {
  it('are all reached from its beginning, but for what was never to be sent', () => {
    const unreached = BLOCK_STATES.filter((state) => movesBetween('pending', state) === null);
    expect(unreached).toEqual(['skipped']);
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
