import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = ['server', 'client', 'sw'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((name) => `${top}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
);

interface Import {
  from: string;
  to: string;
}

const importsIn = (from: string, source: string): Import[] =>
  [...source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('#contracts/')) return [{ from, to: target.replace('#', 'server/') }];
    return target.startsWith('.') ? [{ from, to: posix.join(dirname(from), target) }] : [];
  });
const imports = files.flatMap((file) => importsIn(file, readFileSync(join(root, file), 'utf8')));

/** The two folders beside each other between which an import goes; null where one lies within the other. */
function siblings({ from, to }: Import): { parent: string; pair: [string, string] } | null {
  const [one, other] = [from.split('/'), to.split('/')];
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at >= one.length - 1 || at >= other.length - 1) return null;
  return { parent: one.slice(0, at).join('/'), pair: [one[at] ?? '', other[at] ?? ''] };
}

/** Imports between two folders beside each other that go both ways. */
function bothWays(of: readonly Import[]): string[] {
  const ways = new Set(
    of.flatMap((each) => {
      const found = siblings(each);
      return found ? [`${found.parent}: ${found.pair.join(' → ')}`] : [];
    }),
  );
  const backwards = (way: string) => way.replace(/: (\S+) → (\S+)$/, ': $2 → $1');
  return [...ways].filter((way) => ways.has(backwards(way)));
}

/** Decision 120: a folder of orders imports only those after it. */
const ORDERS = ['commands', 'engine', 'external', 'sending', 'store'];

function isBackwards(each: Import): boolean {
  const found = siblings(each);
  if (found?.parent !== 'server/features/orders') return false;
  const [from, to] = [ORDERS.indexOf(found.pair[0]), ORDERS.indexOf(found.pair[1])];
  return to >= 0 && from > to;
}

describe('folders beside each other', () => {
  const planted = Object.entries({
    'server/features/orders/engine/reads.ts': "import { sent } from '../external/sends.ts';",
    'server/features/orders/external/sends.ts': "export type { Work } from '../engine/reads.ts';",
    'server/features/orders/engine/below/loads.ts': "import '../reads.ts'; await import('../../store/rows.ts');",
    'client/app/start.ts': "import type {} from '#contracts/orders.ts'; import '../lib/plain.ts';",
  }).flatMap(([file, source]) => importsIn(file, source));

  it('import one way', () => {
    expect(bothWays(imports)).toEqual([]);
  });

  it('are refused where they import each other', () => {
    expect(bothWays(planted)).toEqual([
      'server/features/orders: engine → external',
      'server/features/orders: external → engine',
    ]);
  });

  it('of orders import in the order of decision 120', () => {
    expect(imports.filter(isBackwards)).toEqual([]);
    expect(planted.filter(isBackwards)).toEqual([
      { from: 'server/features/orders/external/sends.ts', to: 'server/features/orders/engine/reads.ts' },
    ]);
  });
});

const drawing = /```mermaid\n([^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
const arrows = [...drawing.matchAll(/^ {2}(\w+) --> ([\w &]+)$/gm)].flatMap(([, from = '', targets = '']) =>
  targets.split(' & ').map((to) => ({ from, to })),
);
const nodes = new Set(arrows.flatMap(({ from, to }) => [from, to]));
const imported = new Set(
  imports.flatMap((each) => {
    const found = siblings(each);
    return found?.parent === 'server' ? [found.pair.join(' → ')] : [];
  }),
);

const below = (node: string): string[] => {
  const next = arrows.filter(({ from }) => from === node).map(({ to }) => to);
  return next.concat(next.flatMap(below));
};

interface Rule {
  from: { path?: string; pathNot?: string | string[] };
  to: { path?: string | string[]; pathNot?: string | string[] };
}
const listOf = (patterns: string | readonly string[] = []) => [patterns].flat();
const matches = (patterns: readonly string[], path: string) => patterns.some((one) => new RegExp(one).test(path));
/** Whether a rule excepts files within this folder. */
const excepts = (patterns: readonly string[], folder: string) =>
  patterns.some((one) => one.startsWith(`^${folder}`)) || matches(patterns, folder);

/** Whether an import rule refuses every import from one folder into another. */
function refuses({ from, to }: Rule, one: string, other: string): boolean {
  if (Object.keys(to).some((key) => key !== 'path' && key !== 'pathNot')) return false;
  const [source, target] = [`server/${one}/`, `server/${other}/`];
  if (excepts(listOf(from.pathNot), source) || excepts(listOf(to.pathNot), target)) return false;
  const isFrom = from.path !== undefined && matches([from.path], source);
  return isFrom && (to.path === undefined || matches(listOf(to.path), target));
}

describe("the README's drawing of the server", () => {
  it('shows every folder, and no other', () => {
    const folders = readdirSync(join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect([...nodes].toSorted()).toEqual(folders.toSorted());
  });

  it('has no arrow that no file follows', () => {
    expect(arrows.filter(({ from, to }) => !imported.has(`${from} → ${to}`))).toEqual([]);
  });

  it('leads from every folder to all that its files import', () => {
    const missing = [...imported].filter((way) => {
      const [from = '', to = ''] = way.split(' → ');
      return !below(from).includes(to);
    });
    expect(missing).toEqual([]);
  });

  it('has no arrow that the import rules refuse', () => {
    const { forbidden }: { forbidden: Rule[] } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
    expect(forbidden.some((rule) => refuses(rule, 'domain', 'lib'))).toBe(true);
    expect(forbidden.some((rule) => refuses(rule, 'exchanges', 'features'))).toBe(true);
    expect(arrows.filter(({ from, to }) => forbidden.some((rule) => refuses(rule, from, to)))).toEqual([]);
  });
});
