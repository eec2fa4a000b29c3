import type { FaqEntry, FaqGroup } from '#contracts/support.ts';

const plain = (text: string): string => text.toLowerCase();

const TITLE_WEIGHT = 100;
const GROUP_WEIGHT = 10;
/** More occurrences do not count. */
const MOST_COUNTED = GROUP_WEIGHT - 1;

const timesIn = (text: string, search: string): number => plain(text).split(search).length - 1;

function weightOf(search: string, group: string, { title, content }: FaqEntry): number {
  // Entries of equal weight keep the page's order.
  if (timesIn(title, search) > 0) return TITLE_WEIGHT;
  const often = Math.min(timesIn(content, search), MOST_COUNTED);
  return often === 0 ? 0 : often + (timesIn(group, search) > 0 ? GROUP_WEIGHT : 0);
}

/**
 * Entries whose title or content contains the text, best match first: title, then group title, then number of
 * occurrences. Empty for an empty search.
 */
export function findEntries(groups: readonly FaqGroup[], typed: string): FaqEntry[] {
  const search = plain(typed.trim());
  if (search === '') return [];
  return groups
    .flatMap(({ title, entries }) => entries.map((entry) => ({ entry, weight: weightOf(search, title, entry) })))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ entry }) => entry);
}

export interface Piece {
  /** Start index in the text. */
  at: number;
  text: string;
  found: boolean;
}

/** Splits a text at the matches. */
export function piecesOf(text: string, typed: string): Piece[] {
  const search = plain(typed.trim());
  const whole = { at: 0, text, found: false };
  if (search === '') return [whole];
  const pieces: Piece[] = [];
  let end = 0;
  for (let at = plain(text).indexOf(search); at !== -1; at = plain(text).indexOf(search, end)) {
    pieces.push({ at: end, text: text.slice(end, at), found: false });
    end = at + search.length;
    pieces.push({ at, text: text.slice(at, end), found: true });
  }
  pieces.push({ at: end, text: text.slice(end), found: false });
  return pieces.filter((piece) => piece.text !== '');
}

export interface Block {
  kind: 'paragraph' | 'list';
  lines: string[];
}

/** Paragraphs and lists of an answer, as the contract defines them. */
export const blocksOf = (content: string): Block[] =>
  content.split('\n\n').map((part) => {
    const lines = part.split('\n');
    const isList = lines.every((line) => line.startsWith('- '));
    return isList ? { kind: 'list', lines: lines.map((line) => line.slice(2)) } : { kind: 'paragraph', lines: [part] };
  });
