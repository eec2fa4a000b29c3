// @vitest-environment happy-dom
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { Summary } from './summary.tsx';

it('issue 21: the spoken summary of the chart has its thousands apart', () => {
  const pair = { baseCurrency: 'BTC', counterCurrency: 'USDT', counterRound: 2 } as Pair;
  const [open, high, low, close] = ['61200', '61234.5', '60999.9', '61100'].map((price) => new Big(price));
  const bar = { openTime: 0, open: open!, high: high!, low: low!, close: close!, volume: null };
  const text = renderToStaticMarkup(
    <Summary pair={pair} interval="1h" bars={[bar]} price={new Big('61100')} lines={[]} />,
  );
  expect(text).toContain('Last price 61,100.00 USDT.');
  expect(text).toContain('Range 60,999.90 to 61,234.50.');
});
