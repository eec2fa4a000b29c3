import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The last number of each group of findings, from the first one on. */
const FINDINGS = [
  ['V', 1, 20],
  ['L', 1, 7],
  ['S', 50, 62],
  ['D', 1, 5],
  ['G', 1, 20],
  ['H', 1, 9],
] as const;
const ids = FINDINGS.flatMap(([group, first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => `${group}-${String(first + at).padStart(2, '0')}`),
);

const tests = ['client', 'server', 'sw', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec|bench)\.tsx?$/.test(name))
    .map((name) => join(root, folder, name)),
);
/** The first text of a call, or of the call that a table makes: a test's title. */
const TITLE = /(?:\b(?:it|test|describe|bench)(?:\.\w+)*|[\])])\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
const titles = tests.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(TITLE)].map(([, , title = '']) => title),
);

it('every finding is named by a test', () => {
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]-\d{2}\b/g) ?? []));
  expect(titles.length).toBeGreaterThan(1000);
  expect(ids.filter((id) => !named.has(id))).toEqual([]);
});
