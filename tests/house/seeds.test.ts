import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SEED } from '../setup/seed.ts';

const root = join(import.meta.dirname, '..', '..');
const tests = ['server', 'client', 'sw', 'tests'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/house/')),
);

it('every property takes the seed of the run and prints it when it fails', () => {
  const fails = () => fc.assert(fc.property(fc.integer(), () => false));
  expect(fails).toThrow(`seed: ${SEED}`);
});

it.each([
  ['Math.random', /\bMath\.random\b/],
  ['a seed of its own', /\bnumRuns\b.*\bseed:|\bseed:.*\bnumRuns\b/],
])('no test uses %s', (_, pattern) => {
  expect(tests.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
