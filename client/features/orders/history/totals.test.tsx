import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Earned } from '#contracts/history.ts';
import { NumberLocale } from '../../../ui/amount.tsx';
import { historySummary } from './history.queries.ts';
import { Totals } from './totals.tsx';

const loss = new Big('-0.12969');
const earned: Earned = {
  currency: 'USDT',
  decimals: 4,
  profit: loss,
  parts: 1,
  won: 0,
  lost: 1,
  unknown: 0,
  winRate: new Big(0),
  curve: [{ at: 1, profit: loss }],
};

it('shows a drawdown no smaller than the loss that it is', () => {
  const filter = {} as Parameters<typeof historySummary>[0];
  const client = new QueryClient();
  client.setQueryData(historySummary(filter).queryKey, [earned]);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NumberLocale value="en-US">
        <Totals filter={filter} />
      </NumberLocale>
    </QueryClientProvider>,
  );
  expect(html.match(/−0\.129\d/g)).toEqual(['−0.1297', '−0.1297']);
});
