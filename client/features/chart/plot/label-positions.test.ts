import { describe, expect, it } from 'vitest';
import { labelPositions } from './label-positions.ts';

const size = { width: 320, height: 200 };
const places = (...ys: (number | null)[]) =>
  labelPositions(
    ys.map((y, index) => ({ id: String(index), y, width: 100 })),
    size,
  ).placed;

it('leaves a label at its price, and omits one that is not rendered yet', () => {
  expect(places(100, null)).toEqual([{ id: '0', x: 4, y: 100, edge: '' }]);
});

it('keeps labels outside the view at the edge, and marks them', () => {
  expect(places(-500, 900).map(({ y, edge }) => [y, edge])).toEqual([
    [14, 'above'],
    [186, 'below'],
  ]);
});

it('separates overlapping labels as far as there is room', () => {
  expect(places(100, 104, 108).map(({ x, y }) => [x, y])).toEqual([
    [4, 100],
    [108, 104],
    [212, 108],
  ]);
  expect(places(50, 100).map(({ x }) => x)).toEqual([4, 4]);
});

const overlaps = (labels: ReturnType<typeof places>, width: number) =>
  labels.filter((one) =>
    labels.some((other) => other.id !== one.id && Math.abs(other.x - one.x) < width && Math.abs(other.y - one.y) < 24),
  );

it('G-17 no label covers another, at an edge or next to it, while the chart has room', () => {
  for (const ys of [
    [900, 910, 920, 930, 940, 950, 960],
    [-10, -20, -30, -40, -50, -60, -70],
    [100, 101, 102, 103, 104, 105, 106, 107],
    [180, 190, 200, 210, 220, 230, 190, 185],
  ]) {
    const labels = places(...ys);
    expect(overlaps(labels, 100)).toEqual([]);
    for (const { x, y } of labels) {
      expect(x + 100).toBeLessThanOrEqual(size.width);
      expect(y).toBeGreaterThanOrEqual(12);
      expect(y).toBeLessThanOrEqual(size.height - 12);
    }
  }
});

it('G-17 uses the measured height of a label', () => {
  const {
    placed: [, second],
  } = labelPositions(
    [
      { id: 'wide', y: 100, width: 180 },
      { id: 'next', y: 101, width: 100 },
    ],
    size,
  );
  expect(second).toEqual({ id: 'next', x: 188, y: 101, edge: '' });
});

describe('more labels than there is room for', () => {
  const crowd = (count: number, y: number) =>
    labelPositions(
      Array.from({ length: count }, (_, id) => ({ id: String(id), y, width: 100 })),
      size,
    );

  it('are left out and counted, and none stands far from its price', () => {
    // Three in each of five rows.
    expect(crowd(15, 100).omitted).toBe(0);
    const { placed, omitted } = crowd(40, 100);
    expect(placed.length + omitted).toBe(40);
    expect(placed).toHaveLength(15);
    expect(overlaps(placed, 100)).toEqual([]);
    expect(Math.max(...placed.map(({ y }) => Math.abs(y - 100)))).toBe(48);
  });

  it('leave the bottom right to their number', () => {
    const { placed, omitted } = crowd(40, 186);
    expect(omitted).toBe(32);
    expect(placed.filter(({ x, y }) => x + 100 > 208 && y > 162)).toEqual([]);
  });

  it('are those whose price is out of view', () => {
    const outside = Array.from({ length: 40 }, (_, id) => ({ id: String(id), y: 900, width: 100 }));
    const { placed, omitted } = labelPositions([...outside, { id: 'inside', y: 190, width: 100 }], size);
    expect(placed[0]).toEqual({ id: 'inside', x: 4, y: 186, edge: '' });
    expect(omitted).toBeGreaterThan(0);
  });
});
