import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { share } from './share.ts';

const rows = () => [
  { id: 'a', price: new Big('0.50'), tags: ['x'], at: null },
  { id: 'b', price: new Big('1'), tags: [], at: 5 },
];

describe('share', () => {
  it('returns the same object for equal data with decimals', () => {
    const before = { content: rows(), last: 0 };
    expect(share(before, { content: rows(), last: 0 })).toBe(before);
  });

  it('replaces only what changed', () => {
    const before = rows();
    const after = rows();
    after[1] = { id: 'b', price: new Big('1.1'), tags: [], at: 5 };
    const shared = share(before, after) as typeof before;
    expect(shared).not.toBe(before);
    expect(shared[0]).toBe(before[0]);
    expect(shared[1]?.price.toFixed()).toBe('1.1');
    expect(shared[1]?.tags).toBe(before[1]?.tags);
  });

  it.each([
    [[1, 2], [1]],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [new Big(1), null],
    [null, new Big(1)],
    [[], {}],
  ])('sees the difference between %j and %j', (before, after) => {
    expect(share(before, after)).not.toBe(before);
    expect(share(before, after)).toEqual(after);
  });
});
