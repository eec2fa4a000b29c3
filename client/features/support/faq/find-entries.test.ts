import { describe, expect, it } from 'vitest';
import { blocksOf, findEntries, piecesOf } from './find-entries.ts';

const GROUPS = [
  { id: 'one', title: 'One', entries: [{ id: 'fees', title: 'How are FEES counted?', content: 'From what you get.' }] },
  { id: 'two', title: 'Two', entries: [{ id: 'bnb', title: 'BNB', content: 'Pays the fee (c++).' }] },
];

const found = (typed: string, groups = GROUPS) => findEntries(groups, typed).map(({ id }) => id);

describe('the search of the questions', () => {
  it('matches title and content in any case', () => {
    expect(found(' Fee ')).toEqual(['fees', 'bnb']);
    expect(found('counted?')).toEqual(['fees']);
    expect(found('(C++)')).toEqual(['bnb']);
    expect(found('one')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });

  it('G-12 has the best match first: what asks about it, then its group, then what speaks of it most', () => {
    const groups = [
      {
        id: 'a',
        title: 'A',
        entries: [
          { id: 'once', title: 'X', content: 'A stop.' },
          { id: 'often', title: 'Y', content: 'Stop, stop, stop.' },
        ],
      },
      { id: 'b', title: 'Stops', entries: [{ id: 'grouped', title: 'Z', content: 'A stop.' }] },
      { id: 'c', title: 'C', entries: [{ id: 'asked', title: 'What is a stop?', content: 'It sells.' }] },
    ];
    expect(found('stop', groups)).toEqual(['asked', 'grouped', 'often', 'once']);
  });

  it('marks the matches without changing their case', () => {
    const marked = (text: string, search: string) =>
      piecesOf(text, search).map((piece) => (piece.found ? `[${piece.text}]` : piece.text));
    expect(marked('Fees and a fee', 'FEE')).toEqual(['[Fee]', 's and a ', '[fee]']);
    expect(marked('a+b', 'a+')).toEqual(['[a+]', 'b']);
    expect(marked('aaa', 'aa ')).toEqual(['[aa]', 'a']);
    expect(marked('a', '')).toEqual(['a']);
  });
});

it('an answer has paragraphs and lists', () => {
  expect(blocksOf('One.\n\n- a\n- b\n\nTwo - three.')).toEqual([
    { kind: 'paragraph', lines: ['One.'] },
    { kind: 'list', lines: ['a', 'b'] },
    { kind: 'paragraph', lines: ['Two - three.'] },
  ]);
});
