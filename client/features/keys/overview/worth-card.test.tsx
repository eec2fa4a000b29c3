import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { NumberLocale } from '../../../ui/amount.tsx';
import { WorthCard } from './worth-card.tsx';
import { worthOver } from './worth.queries.ts';

/** The card, of values an hour apart. */
function cardOf(...values: string[]): string {
  const client = new QueryClient();
  const points = values.slice(0, -1).map((usdt, at) => ({ at: at * 3_600_000, usdt: new Big(usdt) }));
  const now = { at: values.length * 3_600_000, usdt: new Big(values.at(-1) ?? 0) };
  client.setQueryData(worthOver('1d').queryKey, { ...now, points, unknown: [], keys: 1 });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NumberLocale value="en-US">
        <MemoryRouter>
          <WorthCard offline={false} />
        </MemoryRouter>
      </NumberLocale>
    </QueryClientProvider>,
  ).replaceAll('\u00a0', ' ');
}
const bare = (html: string): string => html.replaceAll(/<[^>]*>/g, '');
const textOf = (...values: string[]): string => bare(cardOf(...values));

it('R-6: a loss of all keys is never shown smaller than it is', () => {
  const text = textOf('1000', '998.991');
  expect(text).toContain('▼ −1.01 USDT (−0.11%) in 24 hours');
  expect(text).toContain('Drawdown: −1.01 USDT (−0.11%) from');
});

it('R-6: a gain of all keys is never shown greater than it is, and its percentage has its sign', () => {
  expect(textOf('1000', '1001.019')).toContain('▲ +1.01 USDT (+0.10%) in 24 hours');
});

it('U-7: the worth of all keys and its change lead to the keys', () => {
  const links = [...cardOf('1000', '1010').matchAll(/<a [^>]*href="\/api"[^>]*>(.*?)<\/a>/g)];
  expect(links.map(([, html = '']) => bare(html))).toEqual(['1,010.00 USDT', '▲ +10.00 USDT (+1.00%)']);
});

it('U-7: the drawdown leads to the curve of all results', () => {
  const links = [...cardOf('1000', '998.991').matchAll(/<a [^>]*href="\/history\?span=all"[^>]*>(.*?)<\/a>/g)];
  expect(links.map(([, html = '']) => bare(html))).toEqual(['−1.01 USDT (−0.11%)']);
});
