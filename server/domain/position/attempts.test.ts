import { describe, expect, it } from 'vitest';
import { sketch } from '../../../tests/factories/block-sketch.ts';
import { failuresOf, pauseAfter, refusedClose, retryAt } from './attempts.ts';
import type { OrderFact } from './position.ts';

/** A position whose orders at market of one leg ended so, oldest first. */
function tried(...ends: readonly (Partial<OrderFact> & { trades?: string[][] })[]) {
  const block = sketch({ side: 'buy' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
  for (const [index, end] of ends.entries())
    block.order('close', ['0', '192.1'], {
      type: 'market',
      placedAt: 100 + index,
      updatedAt: 1000 * (index + 1),
      ...end,
    });
  return block.position;
}
const lost = { state: 'expired', exchangeOrderId: null } as const;

describe('tries at market', () => {
  it('V-01 V-02 pause 1, 2, 4, 8, 16, 32 and then 60 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(pauseAfter)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('V-01 the pause counts from when the last failure was known', () => {
    expect(retryAt(tried(), 'close')).toBe(0);
    expect(retryAt(tried(lost), 'close')).toBe(2000);
    expect(retryAt(tried(lost, lost), 'close')).toBe(4000);
    expect(retryAt(tried(lost, lost, lost), 'stop-loss')).toBe(0);
  });

  it('V-01 a trade in between, one under way, or a new wish of its owner begins anew', () => {
    const part = { trades: [['50', '0.52']], state: 'expired' } as const;
    expect(failuresOf(tried(lost, { ...part, trades: [['50', '0.52']] }, lost), 'close')).toHaveLength(1);
    expect(failuresOf(tried(lost, { state: 'sending' }), 'close')).toHaveLength(0);
    expect(failuresOf({ ...tried(lost, lost), retriedAt: 101 }, 'close')).toHaveLength(1);
    expect(failuresOf({ ...tried(lost, lost), retriedAt: 102 }, 'close')).toHaveLength(0);
  });

  it('V-01 a refusal ends the close; what was lost or delayed does not', () => {
    expect(refusedClose(tried(lost))).toBeNull();
    expect(refusedClose(tried(lost, { state: 'rejected', reason: 'no' }))).toMatchObject({ reason: 'no' });
    expect(refusedClose(tried({ state: 'rejected' }, lost))).toBeNull();
  });
});
