import type { FaqGroup } from '#contracts/support.ts';

const plain = (text: string): string => text.toLowerCase();

/** The ids of the entries whose title or content holds what was typed; none for an empty search. */
export function findEntries(groups: readonly FaqGroup[], typed: string): string[] {
  const search = plain(typed.trim());
  if (search === '') return [];
  return groups
    .flatMap(({ entries }) => entries)
    .filter(({ title, content }) => plain(title).includes(search) || plain(content).includes(search))
    .map(({ id }) => id);
}

export interface Piece {
  /** Where it begins in the text. */
  at: number;
  text: string;
  found: boolean;
}

/** A text cut at what was searched for, which is left as it is written. */
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

/** Paragraphs and lists of an answer, as the contract describes them. */
export const blocksOf = (content: string): Block[] =>
  content.split('\n\n').map((part) => {
    const lines = part.split('\n');
    const isList = lines.every((line) => line.startsWith('- '));
    return isList ? { kind: 'list', lines: lines.map((line) => line.slice(2)) } : { kind: 'paragraph', lines: [part] };
  });
