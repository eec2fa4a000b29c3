import { expect, it } from 'vitest';
import { SharedOrigin } from './shared-origin.ts';

/** An origin of which this process has used 1, after a round alone. */
function whole() {
  const origin = new SharedOrigin(() => 1);
  const among = (others: Record<string, number>) => origin.divide('this', new Map(Object.entries(others)));
  const round = () => {
    origin.endRound();
    origin.report();
    origin.beginRound();
  };
  origin.report();
  among({});
  round();
  return { origin, among, round };
}

it('a share that fell grows again only after a whole round without the reason', () => {
  const { origin, among, round } = whole();
  const shares = [origin.share()];
  const note = () => shares.push(origin.share());
  among({ other: 1 });
  note();
  among({});
  note();
  round();
  note();
  round();
  note();
  expect(shares).toEqual([1, 0.5, 0.5, 0.5, 1]);
});

it('what falls for a moment only counts for the whole round', () => {
  const { origin, among, round } = whole();
  among({ other: 1 });
  among({});
  round();
  among({ other: 0 });
  expect(origin.share()).toBe(0.5);
  round();
  expect(origin.share()).toBe(0.75);
});
