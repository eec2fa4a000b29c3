import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root.ts';

const FOLDER = join(root, 'server', 'features', 'accounts', 'new-password');

const listIn = (file: string): string[] => readFileSync(join(FOLDER, file), 'utf8').split(/\s+/).filter(Boolean);

const WORDS = listIn('well-known-words.txt');
/** Those of the 100,000 most used breached passwords (NCSC, PwnedPasswordTop100k) that the composition rule accepts. */
const LISTED = new Set(listIn('listed-passwords.txt'));

const LADDERS = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik',
  '9ol',
];
/** Pairs of neighboring keys, in either direction, and repeated keys. */
const STEPS = new Set(
  LADDERS.flatMap((ladder) =>
    Array.from(ladder).flatMap((key, at) => {
      const next = ladder[at + 1] ?? key;
      return [key + next, next + key, key + key];
    }),
  ),
);

/** Substitutions: similar letters and shared keys. */
const STANDS_FOR: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '!': '1il',
  '@': '2a',
  '#': '3',
  $: '4s',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0o',
};

const meanings = (character: string): string => character + (STANDS_FOR[character] ?? '');

const SHORTEST_WALK = 3;
/** So many other characters do not make a password new. */
const MOST_NEW = 3;
/** No leaked password is longer. */
const LONGEST = 64;

/** The length of the keyboard walk from `start`. */
function walkFrom(read: readonly string[], start: number): number {
  let end = start + 1;
  let keys = Array.from(read[start] ?? '');
  while (end < read.length) {
    const next = Array.from(read[end] ?? '').filter((key) => keys.some((before) => STEPS.has(before + key)));
    if (next.length === 0) break;
    keys = next;
    end += 1;
  }
  return end - start;
}

const wordFrom = (read: readonly string[], start: number, word: string): boolean =>
  word.length <= read.length - start && Array.from(word).every((letter, at) => read[start + at]?.includes(letter));

const isYear = (text: string): boolean => /^(19|20)\d\d$/.test(text);

/** The lengths of known parts at `start`. */
function* partsFrom(read: readonly string[], start: number, lower: string): Generator<number> {
  for (const word of WORDS) if (wordFrom(read, start, word)) yield word.length;
  for (let length = walkFrom(read, start); length >= SHORTEST_WALK; length -= 1) yield length;
  if (isYear(lower.slice(start, start + 4))) yield 4;
}

/**
 * Whether leaks contain this password or a similar one: leaked words and keyboard walks, in any case, with
 * substitutions and few other characters.
 */
export function isKnownPassword(password: string): boolean {
  if (LISTED.has(password)) return true;
  const lower = password.toLowerCase();
  if (lower.length > LONGEST) return false;
  const read = Array.from(lower).map(meanings);
  // The fewest new characters from each position to the end.
  const fewest = [0];
  for (let start = read.length - 1; start >= 0; start -= 1) {
    const rest = (length: number) => fewest[read.length - start - length] ?? 0;
    fewest.push(Math.min(1 + rest(1), ...[...partsFrom(read, start, lower)].map(rest)));
  }
  return (fewest.at(-1) ?? 0) <= MOST_NEW;
}
