import { describe, expect, it } from 'vitest';
import { isolated } from './isolated.ts';

describe('G-20 a name in a sentence', () => {
  it.each([
    ['Hebrew', 'שלום 1'],
    ['Arabic', 'محفظة'],
    ['mixed', 'Main שלום'],
    ['Adlam', '𞤀𞤁'],
    ['an override of its own', 'Main\u202e2'],
  ])('is isolated where it is written from the right: %s', (_, name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`);
  });

  it('stays as it is where it is written from the left', () => {
    for (const name of ['Main', 'Ключ', '主键 2', 'Zoë (old)', '']) expect(isolated(name)).toBe(name);
  });

  it('cannot end its isolation itself', () => {
    expect(isolated('שלום\u2069 now\u2067')).toBe('\u2068שלום now\u2069');
  });
});
