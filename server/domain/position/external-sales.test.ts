import { expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import { attributed } from './external-sales.ts';

const of = (held: Record<string, string>, traded: string) => {
  const tradable = Object.entries(held).map(([id, quantity]) => ({ id, quantity: big(quantity) }));
  return Object.fromEntries(attributed(tradable, big(traded)).map(({ id, quantity }) => [id, quantity.toFixed()]));
};

it('V-07 a sale by hand was of the position that holds just as much, fees and dust aside', () => {
  expect(of({ a: '500', b: '192.1077', c: '195' }, '192.1')).toEqual({ b: '192.1' });
});

it('V-07 else of the smallest that holds enough, else of the oldest first', () => {
  expect(of({ a: '500', b: '192.1' }, '100')).toEqual({ b: '100' });
  expect(of({ a: '500', b: '192.1' }, '300')).toEqual({ a: '300' });
  expect(of({ a: '100', b: '50', c: '20' }, '130')).toEqual({ a: '100', b: '30' });
  expect(of({ a: '100', b: '50' }, '9000')).toEqual({ a: '100', b: '50' });
  expect(of({ a: '0' }, '10')).toEqual({});
});

it('V-07 just as much is within 1% of what a position holds, either way, and never more than it holds', () => {
  expect(of({ a: '50', b: '100' }, '101')).toEqual({ b: '100' });
  expect(of({ a: '500', b: '100' }, '101.1')).toEqual({ a: '101.1' });
  expect(of({ a: '100', b: '99.5' }, '99')).toEqual({ a: '99' });
  expect(of({ a: '200', b: '100' }, '98.9')).toEqual({ b: '98.9' });
  expect(of({ a: '0', b: '100', c: '300' }, '300')).toEqual({ c: '300' });
  expect(of({ a: '100', b: '60' }, '130')).toEqual({ a: '100', b: '30' });
  expect(of({ a: '100', b: '60', c: '20' }, '100')).toEqual({ a: '100' });
});
