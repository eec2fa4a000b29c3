import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { serialize, deserialize } from './serialize.ts';

it('restores each decimal exactly, at any depth', () => {
  const rows = { pages: [{ content: [{ price: new Big('0.000000012345678901'), comment: '1', seen: null }] }] };
  const back = deserialize(serialize(rows)) as typeof rows;
  expect(back).toEqual(rows);
  expect(back.pages[0]?.content[0]?.price.times(2).toFixed()).toBe('0.000000024691357802');
});

it('leaves a text that looks like a decimal a text', () => {
  const text = { comment: '{"$decimal":"1"}', note: 'rq' };
  expect(deserialize(serialize(text))).toEqual(text);
});
