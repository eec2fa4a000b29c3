import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { ChartLine, LineKind } from '../chart-line.ts';
import { tagsOf } from './tags.ts';

let count = 0;
const line = (kind: LineKind, price: string, label: string = kind) =>
  ({ id: `${(count += 1)}`, kind, price: new Big(price), label }) as ChartLine;
const texts = (lines: ChartLine[], moved?: ChartLine) =>
  tagsOf(lines, (one) => (one === moved ? new Big(9) : one.price)).map(
    ({ line: { label }, price, count: merged }) => `${merged} × ${label} ${price.toFixed()}`,
  );

it('equal lines share a label with their number', () => {
  const entries = Array.from({ length: 10 }, () => line('buy', '0.5'));
  expect(texts(entries)).toEqual(['10 × buy 0.5']);
  expect(texts([...entries, line('buy', '0.50')])).toEqual(['11 × buy 0.5']);
});

it('other prices, kinds and labels have labels of their own', () => {
  const lines = [
    line('buy', '1'),
    line('buy', '2'),
    line('sell', '1'),
    line('alert', '1', '▲'),
    line('alert', '1', '▼'),
  ];
  expect(texts(lines)).toHaveLength(5);
});

it('a line being moved leaves the others', () => {
  const [one, other, third] = [line('take-profit', '2'), line('take-profit', '2'), line('take-profit', '2')];
  expect(texts([one, other, third], other)).toEqual(['2 × take-profit 2', '1 × take-profit 9']);
});
