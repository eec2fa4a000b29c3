import { describe, expect, it } from 'vitest';
import { blocksOf, findEntries, piecesOf } from './find-entries.ts';

const GROUPS = [
  { id: 'one', title: 'One', entries: [{ id: 'fees', title: 'How are FEES counted?', content: 'From what you get.' }] },
  { id: 'two', title: 'Two', entries: [{ id: 'bnb', title: 'BNB', content: 'Pays the fee (c++).' }] },
];

describe('the search of the questions', () => {
  it('looks into title and content, whatever the case', () => {
    expect(findEntries(GROUPS, ' Fee ')).toEqual(['fees', 'bnb']);
    expect(findEntries(GROUPS, 'counted?')).toEqual(['fees']);
    expect(findEntries(GROUPS, '(C++)')).toEqual(['bnb']);
    expect(findEntries(GROUPS, 'one')).toEqual([]);
    expect(findEntries(GROUPS, '  ')).toEqual([]);
  });

  it('marks what was found as it is written', () => {
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
