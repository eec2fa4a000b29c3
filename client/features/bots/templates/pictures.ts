import type { BotType } from '#contracts/bots.ts';

interface Line {
  /** Height, 0 to 1. */
  at: number;
  kind: 'buy' | 'sell' | 'empty';
  /** Part of the width, 0 to 1. */
  from?: number;
  to?: number;
  /** Stroke width, px. */
  weight?: number;
}
interface Picture {
  lines: readonly Line[];
  /** Heights at equal distances in time. */
  price: readonly number[];
}

const WAVE = [0.5, 0.28, 0.42, 0.15, 0.5, 0.38, 0.72, 0.6, 0.9, 0.66, 0.5];
const lineOf =
  (kind: Line['kind']) =>
  (at: number): Line => ({ at, kind });
const LOWER = [0, 0.14, 0.28, 0.42];
const UPPER = [0.58, 0.72, 0.86, 1];
const below = LOWER.map(lineOf('buy'));
const above = UPPER.map(lineOf('sell'));
const two: Line[] = [
  { at: 0.2, kind: 'buy' },
  { at: 0.8, kind: 'sell' },
];
const smart: Picture = {
  lines: [{ at: 0.3, kind: 'buy', from: 0.4 }],
  price: [0.4, 0.36, 0.4, 0.34, 0.3, 0.32, 0.5, 0.62, 0.7, 0.66, 0.82],
};

/** What is drawn of each type: its lines and an example of a price. */
export const PICTURES: Record<BotType, Picture> = {
  grid: { lines: [...below, { at: 0.5, kind: 'empty' }, ...above], price: WAVE },
  'future-grid': { lines: [...LOWER, ...UPPER].map(lineOf('empty')), price: WAVE },
  'inverse-grid': {
    lines: [...below, { at: 0.5, kind: 'empty' }, ...above],
    price: [0.9, 0.66, 0.8, 0.5, 0.64, 0.38, 0.52, 0.24, 0.36, 0.1, 0.2],
  },
  'imbalance-grid': {
    lines: [...LOWER.map((at): Line => ({ at, kind: 'buy', weight: 3.4 - at * 5 })), ...above],
    price: [0.6, 0.4, 0.5, 0.2, 0.34, 0.06, 0.3, 0.2, 0.48, 0.4, 0.66],
  },
  'trend-grid': {
    lines: [
      ...[0, 0.14, 0.28].map((at) => ({ at, kind: 'buy' as const, to: 0.5 })),
      ...[0.42, 0.56].map((at) => ({ at, kind: 'sell' as const, to: 0.5 })),
      ...[0.42, 0.56, 0.7].map((at) => ({ at, kind: 'buy' as const, from: 0.54 })),
      ...[0.84, 0.98].map((at) => ({ at, kind: 'sell' as const, from: 0.54 })),
    ],
    price: [0.2, 0.34, 0.24, 0.46, 0.36, 0.6, 0.66, 0.78, 0.7, 0.9, 0.84],
  },
  steps: {
    lines: [0.5, 0.7, 0.9].flatMap((at) => [
      { at, kind: 'sell' as const },
      { at: at - 0.12, kind: 'buy' as const },
    ]),
    price: [0.2, 0.5, 0.4, 0.7, 0.6, 0.9, 0.8, 0.56, 0.36, 0.5, 0.3],
  },
  levels: { lines: two, price: [0.5, 0.2, 0.4, 0.8, 0.6, 0.2, 0.46, 0.8, 0.7, 0.2, 0.5] },
  'smart-money': smart,
  'smart-money-turtle': { ...smart, lines: [{ at: 0.52, kind: 'buy', from: 0.5 }] },
  'sell-buy-once': { lines: two, price: [0.4, 0.5, 0.8, 0.7, 0.5, 0.6, 0.4, 0.2, 0.3, 0.36, 0.3] },
  'buy-sell-once': { lines: two, price: [0.6, 0.5, 0.2, 0.3, 0.5, 0.4, 0.6, 0.8, 0.74, 0.68, 0.7] },
  averaging: {
    lines: [
      { at: 0.82, kind: 'buy', to: 0.4 },
      { at: 0.58, kind: 'buy', to: 0.6, weight: 2 },
      { at: 0.22, kind: 'buy', to: 0.8, weight: 3 },
      { at: 0.5, kind: 'sell', from: 0.6 },
    ],
    price: [0.84, 0.7, 0.76, 0.54, 0.62, 0.4, 0.46, 0.2, 0.28, 0.44, 0.52],
  },
  signal: {
    ...smart,
    lines: [
      { at: 0.3, kind: 'buy', to: 0.5 },
      { at: 0.7, kind: 'sell', from: 0.6 },
    ],
  },
  basket: {
    lines: [0.25, 0.5, 0.75].map(lineOf('empty')),
    price: [0.5, 0.62, 0.74, 0.5, 0.4, 0.26, 0.5, 0.6, 0.75, 0.5, 0.52],
  },
  range: {
    lines: [
      { at: 0, kind: 'empty' },
      { at: 0.3, kind: 'buy' },
      { at: 0.7, kind: 'sell' },
      { at: 1, kind: 'empty' },
    ],
    price: [0.5, 0.3, 0.46, 0.7, 0.56, 0.3, 0.44, 0.7, 0.6, 0.3, 0.5],
  },
};
