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

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'DECISIONS.md', 'CHANGELOG.md', 'SCALING.md'];

describe.each(DOCUMENTS)('%s', (document) => {
  const links = [...read(document).matchAll(/(?<!!)\[[^\]]*\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');

  it('links to files that exist', () => {
    const files = links.filter((target) => !target.startsWith('http'));
    expect(files.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });

  it('names npm commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = [...read(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the README', () => {
  it('names npm commands that exist', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
    const named = [...read('README.md').matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('has links', () => {
    expect([...read('README.md').matchAll(/\]\(server\//g)].length).toBeGreaterThan(20);
  });
});

describe("P the README's table of settings", () => {
  const source = read('server/env.ts');
  const rows = [...read('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, | or )?)+) \| (.*?) \| (.*?) \|$/gm)].map(
    ([, names = '', defaults = '']) => ({
      names: [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? ''),
      defaults: defaults.replaceAll('`', ''),
    }),
  );

  it('P names each setting once, and no other', () => {
    const named = rows.flatMap(({ names }) => names);
    expect(named.toSorted()).toEqual(variables.toSorted());
  });

  /** As it stands in the source, for settings whose default is a plain word; null where there is none. */
  const defaultOf = (name: string): string | null => {
    const [, made = ''] = new RegExp(`^ {2}${name}: ([^]*?),\\n(?= {2}[A-Z]|\\}\\))`, 'm').exec(source) ?? [];
    if (made.startsWith('onOff')) return 'off';
    const [, word] = /(?:text|port|list|url)\(\s*'([^']*)'|,\s*'([^']*)',?\s*\)$/.exec(made)?.filter(Boolean) ?? [];
    return word ?? null;
  };
  /** Said in words, since they follow from something else or are long. */
  const IN_WORDS: Record<string, string> = {
    PUBLIC_URL: 'http://localhost:PORT',
    BINANCE_REST_URL: 'the public ones',
    BINANCE_WS_URL: 'the public ones',
    BINANCE_WS_API_URL: 'the public ones',
    TELEGRAM_API_URL: 'the public one',
    GOOGLE_ISSUER: "Google's",
    MASTER_KEY: 'made in DATA_DIR',
    MASTER_KEY_FILE: 'made in DATA_DIR',
    MAIL_FROM: 'Tandem <no-reply@host>',
    SUPPORT_MAIL: 'the address in MAIL_FROM',
    DONATIONS_FILE: 'shipped example',
    PAPER_PORT: '0 (any free)',
  };

  const said = rows.flatMap(({ names, defaults }) => {
    const parts = defaults.split(', ');
    return names.map((name, at) => [name, names.length === parts.length ? parts[at] : defaults] as const);
  });

  it.each(said)('P says the default of %s: %s', (name, reported) => {
    expect(reported).toBe(IN_WORDS[name] ?? (defaultOf(name) || '–'));
  });

  it('P calls nothing idle that has an effect', () => {
    expect(read('README.md')).not.toMatch(/no effect/);
  });
});
