import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const variables = [...read('server/env.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name ?? '');

describe('what the server can be told', () => {
  it('is found in the configuration', () => {
    expect(variables).toContain('DATABASE_URL');
    expect(variables.length).toBeGreaterThan(30);
  });

  it('is listed in .env.example, and nothing else is', () => {
    const listed = [...read('.env.example').matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(variables));
    expect(listed).toHaveLength(variables.length);
  });

  it.each(variables)('is explained in the README: %s', (name) => {
    expect(read('README.md')).toContain(`\`${name}\``);
  });
});

describe('the README', () => {
  const links = [...read('README.md').matchAll(/(?<!!)\[[^\]]*\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');

  it.each(links.filter((target) => !target.startsWith('http')))('links to a file that exists: %s', (target) => {
    expect(existsSync(join(root, target))).toBe(true);
  });

  it('names npm commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = [...read('README.md').matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
