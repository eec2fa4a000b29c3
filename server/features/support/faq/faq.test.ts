import { expect, it } from 'vitest';
import { FAQ } from './index.ts';

const answers = FAQ.flatMap(({ entries }) => entries.map(({ id, content }) => [id, content] as const));

it.each(answers)('D-05 %s promises paper trading only where a site offers it', (_, content) => {
  const sentences = content.split(/(?<=[.!?])\s+|\n+/);
  expect(sentences.filter((one) => /\bpaper\b/i.test(one) && !/\b(sites?|mode)\b/.test(one))).toEqual([]);
});
