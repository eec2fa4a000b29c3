import { expect, it } from 'vitest';
import { placesOf } from './places.ts';

const size = { width: 320, height: 200 };
const places = (...ys: (number | null)[]) =>
  placesOf(
    ys.map((y, index) => ({ id: String(index), y })),
    size,
  );

it('leaves a label at its price, and one that is not drawn yet out', () => {
  expect(places(100, null)).toEqual([{ id: '0', x: 4, y: 100, edge: '' }]);
});

it('keeps what is out of sight at the edge, and says which', () => {
  expect(places(-500, 900).map(({ y, edge }) => [y, edge])).toEqual([
    [14, 'above'],
    [186, 'below'],
  ]);
});

it('puts labels that would meet beside each other, as far as there is room', () => {
  expect(places(100, 104, 108, 112).map(({ x }) => x)).toEqual([4, 108, 212, 4]);
  expect(places(50, 100).map(({ x }) => x)).toEqual([4, 4]);
});
