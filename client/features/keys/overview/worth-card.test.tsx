import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NumberLocale } from '../../../ui/amount.tsx';
import { WorthCard } from './worth-card.tsx';
import { worthOver } from './worth.queries.ts';

/** The text of the card, of values an hour apart. */
function textOf(...values: string[]): string {
  const client = new QueryClient();
  const points = values.slice(0, -1).map((usdt, at) => ({ at: at * 3_600_000, usdt: new Big(usdt) }));
  const now = { at: values.length * 3_600_000, usdt: new Big(values.at(-1) ?? 0) };
  client.setQueryData(worthOver('1d').queryKey, { ...now, points, unknown: [], keys: 1 });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NumberLocale value="en-US">
        <WorthCard offline={false} />
      </NumberLocale>
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ');
}

it('R-6: a loss of all keys is never shown smaller than it is', () => {
  const text = textOf('1000', '998.991');
  expect(text).toContain('▼ −1.01 USDT (−0.11%) in 24 hours');
  expect(text).toContain('Drawdown: −1.01 USDT (−0.11%) from');
});

it('R-6: a gain of all keys is never shown greater than it is, and its percentage has its sign', () => {
  expect(textOf('1000', '1001.019')).toContain('▲ +1.01 USDT (+0.10%) in 24 hours');
});
