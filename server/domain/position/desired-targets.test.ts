import { describe, expect, it } from 'vitest';
import { exitsAt } from './exits.ts';
import { big, sketch } from '../../../tests/factories/block-sketch.ts';
import { desiredTargets, type IntentSources } from './desired-targets.ts';
import { keptTargets } from './kept-targets.ts';
import type { Exits } from './exits.ts';
import type { Intent, OrderFact } from './position.ts';

const BOTH: Intent = { ...exitsAt(big('0.55'), big('0.5')), ending: 'none' };
const SOURCES: IntentSources = { block: BOTH, followed: null, ending: 'none', ignoresTargets: false };
const bought = () => sketch().order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const shown = (exits: Exits | null) =>
  exits && [exits.takeProfits[0]?.price.toFixed() ?? null, exits.stop?.price.toFixed() ?? null];

describe('what a position works towards', () => {
  const desired = (of: Partial<IntentSources> = {}) => {
    const intent = desiredTargets(bought().position, { ...SOURCES, ...of });
    return [...(shown(intent) ?? []), intent.ending];
  };

  it('the targets of its block', () => {
    expect(desired()).toEqual(['0.55', '0.5', 'none']);
  });

  it('none where they were taken off this part alone', () => {
    expect(desired({ ignoresTargets: true })).toEqual([null, null, 'none']);
  });

  it('the end that was asked of this part alone, else that of its block', () => {
    expect(desired({ ending: 'close' })).toEqual(['0.55', '0.5', 'close']);
    expect(desired({ block: { ...BOTH, ending: 'remove' } })[2]).toBe('remove');
    expect(desired({ block: { ...BOTH, ending: 'remove' }, ending: 'close' })[2]).toBe('close');
  });

  it('what the deal does that it follows', () => {
    const main = sketch().order('entry', ['0.52', '192.3'], { state: 'cancelled' }).position;
    expect(desired({ followed: main })[2]).toBe('remove');
    expect(desired({ followed: main, ending: 'close' })[2]).toBe('close');
  });
});

describe('F-16 targets that the exchange refused give way to those that it held before', () => {
  const LIST = { clientListId: 'held' } as const;
  const TAKEN_DOWN = { state: 'cancelled', cancelAsked: true, placedAt: 50 } as const;
  const REFUSED = { state: 'rejected', exchangeOrderId: null, clientListId: 'new', placedAt: 100 } as const;
  const heldThen = (of: Partial<OrderFact> = {}, refused: Partial<OrderFact> = {}) =>
    bought()
      .order('take-profit', ['0.546', '192.1'], { ...TAKEN_DOWN, ...LIST, ...of })
      .order('stop-loss', ['0.494', '192.1'], { ...TAKEN_DOWN, ...LIST, ...of })
      .order('take-profit', ['0.55', '192.1'], { ...REFUSED, ...refused })
      .order('stop-loss', ['0.5', '192.1'], { ...REFUSED, ...refused });
  const kept = ({ position }: ReturnType<typeof bought>, intent: Intent = BOTH) => shown(keptTargets(position, intent));

  it('F-16 both of the list that was taken down', () => {
    expect(kept(heldThen())).toEqual(['0.546', '0.494']);
  });

  it('F-16 as long as what was refused is what is wanted, and its owner has not asked again', () => {
    expect(kept(heldThen({}, { state: 'open' }))).toBeNull();
    expect(kept(heldThen(), { ...exitsAt(big('0.56'), big('0.51')), ending: 'none' })).toBeNull();
    expect(kept(heldThen(), { ...exitsAt(big('0.56'), big('0.5')), ending: 'none' })).toEqual(['0.546', '0.494']);
    const { position } = heldThen();
    expect(keptTargets({ ...position, retriedAt: 101 }, BOTH)).toBeNull();
    expect(shown(keptTargets({ ...position, retriedAt: 100 }, BOTH))).toEqual(['0.546', '0.494']);
  });

  it('F-16 only what rested before and was taken down for the new ones', () => {
    expect(kept(heldThen({ cancelAsked: false }))).toBeNull();
    expect(kept(heldThen({ exchangeOrderId: null }))).toBeNull();
    expect(kept(heldThen({ placedAt: 100 }))).toBeNull();
    expect(kept(heldThen({ placedAt: 99 }))).toEqual(['0.546', '0.494']);
  });

  it('F-16 nothing where less would be held than is wanted now', () => {
    const one = (leg: 'take-profit' | 'stop-loss', price: string) =>
      bought()
        .order(leg, [price, '192.1'], TAKEN_DOWN)
        .order('take-profit', ['0.55', '192.1'], REFUSED)
        .order('stop-loss', ['0.5', '192.1'], REFUSED);
    expect(kept(one('take-profit', '0.546'))).toBeNull();
    expect(kept(one('stop-loss', '0.494'))).toBeNull();
    expect(kept(one('take-profit', '0.546'), { ...BOTH, stop: null })).toEqual(['0.546', null]);
    expect(kept(one('stop-loss', '0.494'), { ...BOTH, takeProfits: [] })).toEqual([null, '0.494']);
  });

  it('F-16 nothing where the same was held before: it was refused as well', () => {
    const same = bought()
      .order('take-profit', ['0.55', '192.1'], { ...TAKEN_DOWN, ...LIST })
      .order('stop-loss', ['0.5', '192.1'], { ...TAKEN_DOWN, ...LIST })
      .order('take-profit', ['0.55', '192.1'], REFUSED)
      .order('stop-loss', ['0.5', '192.1'], REFUSED);
    expect(kept(same)).toBeNull();
    const single = bought()
      .order('stop-loss', ['0.49', '192.1'], { ...TAKEN_DOWN, placedAt: 40 })
      .order('take-profit', ['0.546', '192.1'], TAKEN_DOWN)
      .order('take-profit', ['0.55', '192.1'], { ...REFUSED, clientListId: null });
    expect(kept(single, { ...BOTH, stop: null })).toEqual(['0.546', null]);
  });

  it('F-16 a stop with a limit is known by the price it waits for', () => {
    const stop = { type: 'stop-limit', price: big('0.49'), stopPrice: big('0.494') } as const;
    const block = bought()
      .order('stop-loss', ['0.494', '192.1'], { ...TAKEN_DOWN, ...stop })
      .order('stop-loss', ['0.5', '192.1'], { ...REFUSED, type: 'stop-limit', price: big('0.499') });
    expect(kept(block, { ...BOTH, takeProfits: [] })).toEqual([null, '0.494']);
  });
});
