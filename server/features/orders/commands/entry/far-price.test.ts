import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { xrpDeals } from '../../../../../tests/factories/xrp-deals.ts';
import { farPrice } from './far-price.ts';

const big = (text: string) => new Big(text);
const percent = { bidUp: big('1.2'), bidDown: big('0.2'), askUp: big('5'), askDown: big('0.8') };
const deals = xrpDeals();

it.each([
  ['buy', '0.6', null],
  ['buy', '0.6001', 'The price is more than 20% above the market. Nearest accepted: 0.6000.'],
  ['buy', '0.1', null],
  ['buy', '0.0999', 'The price is more than 80% below the market. Nearest accepted: 0.1000.'],
  ['sell', '0.4', null],
  ['sell', '0.3999', 'The price is more than 20% below the market. Nearest accepted: 0.4000.'],
  ['sell', '2.6', 'The price is more than 400% above the market. Nearest accepted: 2.5000.'],
] as const)('G-17 a %s at %s with the market at 0.5: %s', (side, price, sentence) => {
  const at = { side, tick: big('0.0001'), average: big('0.5'), percent };
  expect(farPrice(big(price), at)).toBe(sentence);
  expect(farPrice(big(price), { ...at, average: null })).toBeNull();
  expect(farPrice(big(price), { ...at, percent: null })).toBeNull();
});

it('G-17 the preview says what the exchange would refuse, with the nearest accepted price', async () => {
  const who = await deals.trader();
  const preview = async (price: number) =>
    (
      await who.post('/api/markets/spot/preview/buy', {
        market: 'binance',
        symbolName: 'xrp_usdt',
        price,
        counterQuantity: 100,
        counterEarning: true,
      })
    ).body.error;
  expect(await preview(0.9)).toBe('The price is more than 20% above the market. Nearest accepted: 0.6240.');
  expect(await preview(0.624)).toBeNull();
});
