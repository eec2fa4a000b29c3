import { expect, it } from 'vitest';
import type { Bar } from '../bars.ts';
import { barIndex } from './bar-index.ts';

const bar = (openTime: number, mark = 0) => ({ openTime, mark }) as unknown as Bar;

it('finds the bar of a time, and the last one otherwise', () => {
  const index = barIndex();
  expect(index.shown()).toBeNull();
  index.set([bar(10), bar(20), bar(30)]);
  expect(index.shown(20)).toEqual({ bar: bar(20), before: bar(10) });
  expect(index.shown(10)).toEqual({ bar: bar(10), before: undefined });
  expect(index.shown()).toEqual({ bar: bar(30), before: bar(20) });
  expect(index.shown(99)).toEqual({ bar: bar(30), before: bar(20) });
});

it('has what trades have added', () => {
  const index = barIndex();
  index.set([bar(10), bar(20)]);
  index.setLast(bar(20, 1));
  expect(index.shown()).toEqual({ bar: bar(20, 1), before: bar(10) });
  index.setLast(bar(30, 2));
  expect(index.shown()).toEqual({ bar: bar(30, 2), before: bar(20, 1) });
  expect(index.bars()).toHaveLength(3);
});
