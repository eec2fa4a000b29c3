import { describe, expect, it } from 'vitest';
import { context, sketch } from '../../../tests/factories/block-sketch.ts';
import type { OrderFact } from '../position/position.ts';
import { nextLookAt } from './next-look.ts';

const AT = 100_000;
const held = () => sketch({ stopLoss: '0.494' }).order('entry', ['0.52', '192.3'], { trades: [['192.3']] });
const look = (block: ReturnType<typeof held>, now: number) => nextLookAt(block.position, context({ now }));
const NOT_TAKEN: Partial<OrderFact> = { state: 'expired', exchangeOrderId: null, placedAt: AT };
const FAILED: Partial<OrderFact> = { ...NOT_TAKEN, type: 'market', stopPrice: null, updatedAt: AT };

describe('when time alone can change what is done', () => {
  it('nothing waits for a time: no look', () => {
    expect(look(held(), AT)).toBeNull();
    expect(look(held().order('stop-loss', ['0.494', '192.1'], { placedAt: AT }), AT)).toBeNull();
  });

  it('a target that the exchange did not take now is tried again after its pause; a refused one is not', () => {
    const block = held().order('stop-loss', ['0.494', '192.1'], NOT_TAKEN);
    expect([look(block, AT), look(block, AT + 999), look(block, AT + 1_000)]).toEqual([AT + 1_000, AT + 1_000, null]);
    block.order('stop-loss', ['0.494', '192.1'], { ...NOT_TAKEN, attempt: 2 });
    expect(look(block, AT)).toBe(AT + 2_000);
    block.order('stop-loss', ['0.494', '192.1'], { state: 'cancelled', placedAt: AT, attempt: 3 });
    block.order('stop-loss', ['0.494', '192.1'], { ...NOT_TAKEN, attempt: 4 });
    expect(look(block, AT)).toBe(AT + 1_000);
    const refused = held().order('stop-loss', ['0.494', '192.1'], { ...NOT_TAKEN, state: 'rejected' });
    expect(look(refused, AT)).toBeNull();
    const cancelled = held().order('stop-loss', ['0.494', '192.1'], { state: 'expired', placedAt: AT });
    expect(look(cancelled, AT)).toBeNull();
  });

  it.each(['stop-loss', 'take-profit', 'rest', 'close'] as const)(
    'a sale at market that failed is tried again after its pause: %s',
    (leg) => {
      const once = held().order(leg, ['0', '192.1'], FAILED);
      expect([look(once, AT), look(once, AT + 1_000)]).toEqual([AT + 1_000, null]);
      const twice = once.order(leg, ['0', '192.1'], { ...FAILED, attempt: 2 });
      expect(look(twice, AT)).toBe(AT + 2_000);
    },
  );

  it('a target is replaced 5 s after it was placed, while its entry grows', () => {
    const growing = sketch({ stopLoss: '0.494' })
      .order('entry', ['0.52', '192.3'], { trades: [['100']] })
      .order('stop-loss', ['0.494', '99.9'], { placedAt: AT });
    expect([look(growing, AT), look(growing, AT + 5_000)]).toEqual([AT + 5_000, null]);
  });

  it('of several the first', () => {
    const block = held().order('stop-loss', ['0.494', '192.1'], NOT_TAKEN);
    block.order('stop-loss', ['0.494', '192.1'], { ...NOT_TAKEN, attempt: 2 }).order('close', ['0', '192.1'], FAILED);
    expect([look(block, AT), look(block, AT + 1_000)]).toEqual([AT + 1_000, AT + 2_000]);
  });
});
