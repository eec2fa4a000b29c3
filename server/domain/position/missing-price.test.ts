import { expect, it } from 'vitest';
import { big } from '../../../tests/factories/block-sketch.ts';
import { missingPrice } from './missing-price.ts';

const of = (filled: string, counter: string, known: readonly [string, string][] = []) =>
  missingPrice(
    { filledQuantity: big(filled), filledCounterQuantity: big(counter) },
    known.map(([quantity, price]) => ({ quantity: big(quantity), price: big(price) })),
  )?.toFixed() ?? null;

it('V-11 a trade without a price takes that of its order, less what other trades of it are known for', () => {
  expect(of('192.3', '99.996')).toBe('0.52');
  expect(of('192.3', '99.996', [['92.3', '0.53']])).toBe('0.51077');
  expect(of('3', '1')).toBe('0.333333333333333333');
});

it('V-11 it is not known where the order’s sums leave nothing for it', () => {
  expect(of('192.3', '0')).toBeNull();
  expect(of('0', '5')).toBeNull();
  expect(of('100', '52', [['100', '0.5']])).toBeNull();
  expect(of('100', '52', [['50', '1.04']])).toBeNull();
  expect(of('100', '52', [['150', '0.1']])).toBeNull();
});
