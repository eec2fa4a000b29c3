import { expect, it, vi } from 'vitest';

vi.stubGlobal('__APP_VERSION__', '0.0.0');
const { STATIC_PAGES } = await import('./static-pages.ts');
const pages = STATIC_PAGES.map(({ path, description, lead, parts, next }) => {
  const lines = parts.flatMap(({ lines: own }) => own);
  return [path, [description, lead, ...lines, next?.label ?? ''].join('\n')] as const;
});

it.each(pages)('D-05 %s promises paper trading only where a site offers it', (_, text) => {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  expect(sentences.filter((one) => /\bpaper\b/i.test(one) && !/\b(sites?|mode)\b/.test(one))).toEqual([]);
});
