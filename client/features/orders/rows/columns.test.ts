import { expect, it } from 'vitest';
import { readHidden, tracks } from './columns.ts';

const ALL = { hidden: [], selects: true, pairs: true, acts: true } as const;
const namesOf = (text: string) => [...text.matchAll(/\[(\w+)\]/g)].map(([, name]) => name);

it('reads what this device hides, and leaves out what it does not know', () => {
  expect(readHidden(null)).toEqual([]);
  expect(readHidden('percent nothing value')).toEqual(['value', 'percent']);
});

it('has a track for every column, and for selecting, pairs and actions where there are some', () => {
  const always = ['date', 'position', 'price', 'value', 'result', 'targets'];
  expect(namesOf(tracks(ALL))).toEqual(['select', 'date', 'position', 'pair', ...always.slice(2), 'actions']);
  expect(namesOf(tracks({ ...ALL, selects: false, pairs: false, acts: false }))).toEqual(always);
});

it('a hidden column has no track; profit and percentage share one', () => {
  expect(namesOf(tracks({ ...ALL, hidden: ['value', 'targets'] }))).not.toContain('value');
  expect(namesOf(tracks({ ...ALL, hidden: ['value', 'targets'] }))).not.toContain('targets');
  expect(namesOf(tracks({ ...ALL, hidden: ['profit'] }))).toContain('result');
  expect(namesOf(tracks({ ...ALL, hidden: ['profit', 'percent'] }))).not.toContain('result');
});
