import { expect, it } from 'vitest';
import { rowsSeen, ROW_PX } from './windowed-rows.ts';

it('draws the rows seen and six more at each edge, never beyond the list', () => {
  expect(rowsSeen({ top: 0, height: 10 * ROW_PX }, 1500)).toEqual({ from: 0, to: 16 });
  expect(rowsSeen({ top: 100 * ROW_PX, height: 10 * ROW_PX }, 1500)).toEqual({ from: 94, to: 116 });
  expect(rowsSeen({ top: 100 * ROW_PX + 1, height: 10 * ROW_PX }, 1500)).toEqual({ from: 94, to: 117 });
  expect(rowsSeen({ top: 1490 * ROW_PX, height: 10 * ROW_PX }, 1500)).toEqual({ from: 1484, to: 1500 });
});

it('a list that has become shorter than where it was scrolled to draws nothing', () => {
  expect(rowsSeen({ top: 100 * ROW_PX, height: 10 * ROW_PX }, 3)).toEqual({ from: 3, to: 3 });
  expect(rowsSeen({ top: 0, height: 10 * ROW_PX }, 3)).toEqual({ from: 0, to: 3 });
});
