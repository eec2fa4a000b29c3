import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const files = ['client', 'server', 'sw', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec|bench)\.tsx?$/.test(name))
    .map((name) => join(root, folder, name)),
);
/** The first text of a call, or of the call that a table makes: a test's title. */
const TITLE = /(?:\b(?:it|test|describe|bench)(?:\.\w+)*|[\])])\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;

const sources = files.map((file) => readFileSync(file, 'utf8'));

/** The titles of all tests. */
export const titles = sources.flatMap((source) => [...source.matchAll(TITLE)].map(([, , title = '']) => title));

const ROW = /\[\s*'([^']*)',/g;
/** What the rows of tables begin with: it stands in the title that each of them makes. */
export const rows = sources.flatMap((source) => [...source.matchAll(ROW)].map(([, name = '']) => name));

/** What titles name of this form, each once. */
export const namedBy = (form: RegExp): ReadonlySet<string> =>
  new Set(titles.flatMap((title) => title.match(form) ?? []));
