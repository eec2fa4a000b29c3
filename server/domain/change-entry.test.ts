import { describe, expect, it } from 'vitest';
import { big, context, sketch } from '../../tests/factories/block-sketch.ts';
import { changeEntry } from './change-entry.ts';
import { planExits } from './exits/plan-exits.ts';
import { exitsAt, NO_EXITS } from './position/exits.ts';
import type { Intent, MarketContext, OrderFact, Position } from './position/position.ts';

const NONE: Intent = { ...NO_EXITS, ending: 'none' };
const TARGET: Intent = { ...exitsAt(big('0.546'), null), ending: 'none' };
const CANCELED = { state: 'cancelled', cancelAsked: true } as const;

/** An entry of which a part is filled, and whose owner wants another in its place. */
const changed = (of: Partial<OrderFact> & { trades?: string[][] } = {}, position: Partial<Position> = {}) => {
  const block = sketch().order('entry', ['0.52', '192.3'], { trades: [['50']], ...of });
  Object.assign(block.position, { changedEntry: 2, ...position });
  return block;
};

function change(position: Position, intent = NONE, market: Partial<MarketContext> = {}): string | undefined {
  const marketContext = context(market);
  const step = changeEntry({ position, intent, marketContext, plan: planExits(position, intent, marketContext) });
  return step && ('because' in step ? `${step.do}: ${step.because}` : step.do);
}

describe('an entry that its owner changes', () => {
  it('is canceled, and placed anew once its end is known', () => {
    expect(change(changed().position)).toBe('cancel: changed');
    expect(change(changed(CANCELED).position)).toBe('place-entry');
    expect(change(changed({}, { changedEntry: 1 }).position)).toBeUndefined();
    expect(change(changed().position, { ...NONE, ending: 'remove' })).toBeUndefined();
  });

  const OVERTAKEN = 'keep-entry: The changed order was not placed: an exit came first.';
  const overtaken: Record<string, { of: (entry?: Partial<OrderFact>) => Position; wants?: Intent; market?: string }> = {
    'its stop was reached': { of: (entry) => changed(entry, { stopReachedAt: 500 }).position },
    'this server sells at its target': { of: (entry) => changed(entry).position, wants: TARGET, market: '0.55' },
    'a close is at work': { of: (entry) => changed(entry).order('close', ['0.6', '49.9']).position },
    'a part of it was sold': {
      of: (entry) => changed(entry).order('take-profit', ['0.546', '49.9'], { trades: [['10']] }).position,
      wants: TARGET,
    },
  };
  it.each(Object.entries(overtaken))('buys no more where %s', (_, { of, wants = NONE, market = '0.52' }) => {
    expect(change(of(), wants, { market: big(market) })).toBeUndefined();
    expect(change(of(CANCELED), wants, { market: big(market) })).toBe(OVERTAKEN);
  });

  it('is changed besides a target that rests and has sold nothing', () => {
    const position = changed(CANCELED).order('take-profit', ['0.546', '49.9']).position;
    expect(change(position, TARGET)).toBe('place-entry');
  });

  it('stays what it is where it was filled, ended elsewhere, or leaves too little', () => {
    const filled = changed({ trades: [['192.3']] }).position;
    expect(change(filled)).toBe('keep-entry: The order was filled before it could be changed.');
    const ended = changed({ state: 'cancelled' }).position;
    expect(change(ended)).toBe('keep-entry: The order was ended on the exchange before it could be changed.');
    const little = changed(CANCELED, { quantity: big('55') }).position;
    expect(change(little)).toMatch(/^keep-entry: What was left of the order is too little/);
  });
});
