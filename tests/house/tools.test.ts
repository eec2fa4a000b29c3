import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant } from './fixture.ts';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

describe('lint', () => {
  const planted: Record<string, string> = {
    'eslint(max-lines)': lines(301, (i) => `export const n${i} = ${i};`),
    'eslint(max-lines-per-function)': `export function long(sum: number[]) {\n${lines(60, (i) => `  sum.push(${i});`)}\n}`,
    'eslint(complexity)': `export const f = (n: number) => {\n${lines(12, (i) => `  if (n === ${i}) return ${i + 1};`)}\n  return 0;\n};`,
    'eslint(max-params)': 'export const f = (a: number, b: number, c: number, d: number) => a + b + c + d;',
    'eslint(max-depth)':
      'export function f(n: number) {\n  if (n > 1) { if (n > 2) { if (n > 3) { if (n > 4) return 1; } } }\n  return 0;\n}',
    'eslint(no-console)': "console.log('hello');\nexport {};",
    'eslint(no-empty)': 'export function f(g: () => void) {\n  try { g(); } catch {}\n}',
    'import(no-default-export)': 'const a = 1;\nexport default a;',
    'typescript(no-explicit-any)': 'export const f = (a: any) => typeof a;',
    'typescript(no-non-null-assertion)': 'export const f = (a: { b?: { c: number } }) => a.b!.c;',
    'typescript(no-floating-promises)': 'async function g() {}\nexport function f() {\n  g();\n}',
    'typescript(no-misused-promises)': 'async function g() {}\nexport const f = (a: number[]) => { a.forEach(g); };',
    'unicorn(filename-case)': 'export const a = 1;',
    'unicorn(no-empty-file)': '// Nothing here.',
  };
  const file = (rule: string) =>
    rule === 'unicorn(filename-case)' ? 'server/notKebab.ts' : `server/${rule.replaceAll(/[^a-z]+/g, '-')}x.ts`;
  const fixture = plant(
    Object.fromEntries(Object.entries(planted).map(([rule, source]) => [file(rule), `${source}\n`])),
  );
  let found: string[] = [];

  beforeAll(() => {
    const { output } = fixture.run('oxlint', '--type-aware', '--format', 'json', '.');
    const { diagnostics }: { diagnostics: { code: string; filename: string }[] } = JSON.parse(output);
    found = diagnostics.map(({ code, filename }) => `${filename}: ${code}`);
  });
  afterAll(() => fixture.remove());

  it.each(Object.keys(planted))('refuses %s', (rule) => {
    expect(found).toContain(`${file(rule)}: ${rule}`);
  });
});

describe('format', () => {
  it('refuses a file that is not formatted, and names it alone', () => {
    const fixture = plant({ 'server/wild.ts': 'export const a = "b"\n', 'server/tame.ts': "export const a = 'b';\n" });
    const { status, output } = fixture.run('oxfmt', '--check', 'server');
    fixture.remove();
    expect(status).not.toBe(0);
    expect(output).toContain('server/wild.ts');
    expect(output).not.toContain('server/tame.ts');
  });
});

describe('types of each runtime', () => {
  const fixture = plant({
    'server/contracts/dom.ts': 'export const title = document.title;\n',
    'server/contracts/node.ts': 'export const folder = process.cwd();\n',
    'server/contracts/builtin.ts': "import { sep } from 'node:path';\nexport const s = sep;\n",
    'server/contracts/fine.ts': 'export const pair = { base: 1 };\n',
    'server/dom.ts': 'export const title = document.title;\n',
    'server/enum.ts': 'export enum Side {\n  Buy,\n}\n',
    'server/fine.ts': "import { pair } from '#contracts/fine.ts';\nexport const at = [process.cwd(), pair.base];\n",
    'client/node.ts': 'export const folder = process.cwd();\n',
    'client/builtin.ts': "import { sep } from 'node:path';\nexport const s = sep;\n",
    'client/worker.ts': 'export const all = clients.matchAll();\n',
    'client/fine.ts': "import { pair } from '#contracts/fine.ts';\nexport const at = [document.title, pair.base];\n",
    'sw/dom.ts': 'export const title = document.title;\n',
    'sw/node.ts': 'export const folder = process.cwd();\n',
    'sw/fine.ts': "import { pair } from '#contracts/fine.ts';\nexport const at = [self.location.href, pair.base];\n",
  });
  afterAll(() => fixture.remove());

  const refused = (runtime: string) => {
    const { output } = fixture.run('tsc', '-p', `tsconfig.${runtime}.json`, '--pretty', 'false');
    return [...new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, name]) => name ?? ''))].toSorted();
  };

  it('keep DOM and Node out of the contracts', () => {
    expect(refused('contracts')).toEqual([
      'server/contracts/builtin.ts',
      'server/contracts/dom.ts',
      'server/contracts/node.ts',
    ]);
  });
  it('keep DOM, and syntax that cannot be erased, out of the server', () => {
    expect(refused('server')).toEqual(['server/contracts/dom.ts', 'server/dom.ts', 'server/enum.ts']);
  });
  it('keep Node and the worker out of the client', () => {
    expect(refused('client')).toEqual(['client/builtin.ts', 'client/node.ts', 'client/worker.ts']);
  });
  it('keep DOM and Node out of the worker', () => {
    expect(refused('sw')).toEqual(['sw/dom.ts', 'sw/node.ts']);
  });
});

describe('dead code', () => {
  it('refuses an export and a file that nothing uses, and a package that nothing imports', () => {
    const fixture = plant({
      'server/main.ts': "import { used } from './exports.ts';\nused();\n",
      'server/exports.ts': 'export const used = () => {};\nexport const unused = () => {};\n',
      'server/orphan.ts': 'export {};\n',
    });
    const { output } = fixture.run('knip', '--reporter', 'json', '--no-progress');
    fixture.remove();
    interface Issue {
      file: string;
      files?: unknown[];
      exports?: { name: string }[];
      dependencies?: { name: string }[];
    }
    const { issues }: { issues: Issue[] } = JSON.parse(output);
    const names = (kind: 'exports' | 'dependencies') =>
      issues.flatMap((issue) => issue[kind] ?? []).map(({ name }) => name);
    expect(names('exports')).toEqual(['unused']);
    expect(names('dependencies')).toContain('big.js');
    expect(issues.filter(({ files }) => files?.length).map(({ file }) => file)).toEqual(['server/orphan.ts']);
  });
});
