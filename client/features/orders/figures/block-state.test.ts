import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { countCopies, driftText, endings, mayRetry, percentOf } from './block-state.ts';

const part = (status: OrderBlock['status'], change: Partial<OrderBlock> & { filled?: string } = {}): OrderBlock => {
  const { filled = status === 'placed' || status === 'skipped' ? '0' : '5', ...fields } = change;
  const main = {
    open: true,
    inGroup: false,
    statusReason: null,
    interference: null,
  } as const;
  return { ...main, status, firstFilledQuantity: new Big(filled), ...fields } as OrderBlock;
};
const copy = (...of: Parameters<typeof part>) => ({ ...part(...of), inGroup: true });

describe('a block', () => {
  it('that waits can be removed, one that holds a position closed, one that does both either', () => {
    expect(endings([part('placed')])).toEqual(['remove']);
    expect(endings([part('targets-placed')])).toEqual(['close']);
    expect(endings([part('partly-filled')])).toEqual(['remove', 'close']);
    expect(endings([part('filled'), copy('placed')])).toEqual(['remove', 'close']);
  });

  it('that is final, closing or unknown cannot be ended', () => {
    for (const status of ['pending', 'unconfirmed', 'closing'] as const) expect(endings([part(status)])).toEqual([]);
    expect(endings([part('filled', { open: false })])).toEqual([]);
    expect(endings([])).toEqual([]);
  });

  it('whose main order is final can be closed while a copy holds a position', () => {
    expect(endings([part('closed'), copy('targets-placed')])).toEqual(['close']);
  });
});

it('a copy that was skipped, refused or failed can be retried while its block is open', () => {
  expect(mayRetry(copy('skipped'))).toBe(true);
  expect(mayRetry(copy('rejected'))).toBe(true);
  expect(mayRetry(copy('filled', { statusReason: 'The exchange refused it.' }))).toBe(true);
  expect(mayRetry(copy('filled'))).toBe(false);
  expect(mayRetry(copy('closed', { statusReason: 'Too small to exit.' }))).toBe(false);
  expect(mayRetry(copy('skipped', { open: false }))).toBe(false);
  expect(mayRetry(part('rejected'))).toBe(false);
});

it('100 percent means all of it', () => {
  expect(percentOf(new Big('191.9'), new Big('192'))).toBe('99');
  expect(percentOf(new Big('192'), new Big('192'))).toBe('100');
  expect(percentOf(new Big(1), new Big(0))).toBe('0');
});

describe('G-04 copies that failed', () => {
  const placed = copy('filled', { drift: new Big(0) });

  it('G-04 are counted next to the state of the block', () => {
    const skipped = copy('skipped', { drift: null, statusReason: 'Too small.' });
    const rejected = copy('rejected', { drift: null });
    const stuck = copy('filled', { drift: new Big(0), statusReason: 'The exchange refused it.' });
    const changed = copy('filled', { drift: new Big(0), interference: 'balance-spent' });
    expect(countCopies([placed, placed])).toEqual({ all: 2, failed: 0, uneven: 0 });
    const most = Array.from({ length: 6 }, () => placed);
    expect(countCopies([...most, skipped, rejected])).toEqual({ all: 8, failed: 2, uneven: 0 });
    expect(countCopies([stuck, changed, placed])).toEqual({ all: 3, failed: 2, uneven: 0 });
  });

  it('G-04 do not include copies that filled by another percentage', () => {
    const behind = copy('partly-filled', { drift: new Big('-0.5') });
    expect(countCopies([behind, placed])).toEqual({ all: 2, failed: 0, uneven: 1 });
    expect(driftText(behind)).toBe('Filled 50.00% less than the main key');
    expect(driftText(copy('filled', { drift: new Big('0.25') }))).toBe('Filled 25.00% more than the main key');
    expect(driftText(copy('placed', { drift: new Big(-1) }))).toBe('Not filled yet');
    expect(driftText(copy('skipped', { drift: new Big(-1) }))).toBe('Not placed');
    expect(driftText(placed)).toBeNull();
  });
});
