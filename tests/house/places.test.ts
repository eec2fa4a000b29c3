import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesOf = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

const HELP = [...filesOf('server/features/support/faq', /\.ts$/), ...filesOf('client/app/static-pages', /\.ts$/)];
const SCREENS = filesOf('client', /(?<!\.test)\.tsx?$/).filter((file) => !file.startsWith('client/app/static-pages/'));
const screens = SCREENS.map(read).join('\n');

/** The texts of a file, as people read them. */
const textsOf = (file: string): string[] =>
  [...read(file).matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(([, single, double]) =>
    (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
  );
const help = HELP.flatMap((file) => textsOf(file).map((text) => [file, text] as const));

/** Whether a screen has it as a text of its own: a button, a heading, a label. */
const isShown = (label: string): boolean =>
  new RegExp(`[>'"\`\\n]\\s*${RegExp.escape(label)}\\s*[<'"\`\\n{]`).test(screens);
const found = (pattern: RegExp) =>
  help.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([, ...groups]) => ({ file, groups })));

describe('G-14 help names what the screens have', () => {
  const sections = [...read('client/features/accounts/account/section.tsx').matchAll(/^ {2}\w+: '(.+)',$/gm)].map(
    ([, title]) => title,
  );
  const places = found(/Account page, ([^:,.;]+)(?:, ([^:,.;]+))?/g);

  it('sections of the Account page', () => {
    expect(sections).toContain('Notifications');
    expect(places.length).toBeGreaterThan(4);
    expect(places.filter(({ groups: [section] }) => !sections.includes(section ?? ''))).toEqual([]);
  });

  it('parts of these sections', () => {
    const parts = places.filter(({ groups: [, part] }) => part !== undefined);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter(({ groups: [, part = ''] }) => !isShown(part))).toEqual([]);
  });

  it('buttons to press', () => {
    const presses = found(/\b(?:[Pp]ress(?:ing)?|[Cc]hoose) (?:["“]([^"”]+)["”]|([A-Z][\w ]*))/g);
    expect(presses.length).toBeGreaterThan(8);
    const absent = presses.filter(({ groups: [quoted, words = ''] }) => {
      if (quoted !== undefined) return !isShown(quoted);
      const named = words.split(' ');
      return !named.some((_, at) => isShown(named.slice(0, at + 1).join(' ')));
    });
    expect(absent).toEqual([]);
  });

  it('pages', () => {
    const pages = found(/\b(?:[Tt]he|[Oo]n) ([A-Z]\w+) page\b/g);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.filter(({ groups: [page = ''] }) => !isShown(page))).toEqual([]);
  });
});
