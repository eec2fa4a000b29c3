// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { MarketInfo } from '#contracts/markets.ts';
import { dayStats } from '../day-stats.queries.ts';
import { ViewSheet } from './view-sheet.tsx';

const page = mounted();

const view = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true, section: 'buy' } as const;
const symbol = { name: 'xrp_usdt', baseCurrency: 'XRP', counterCurrency: 'USDT', counterRound: 4 };
const info = { market: 'binance', markets: ['binance'], tradeType: 'spot', tradeTypes: ['spot'], symbol } as MarketInfo;
const day = { open: new Big('0.5'), high: new Big('0.5311'), low: new Big('0.4988'), volume: new Big(18_243_000) };
const pairs = [{ name: 'xrp_usdt', price: new Big('0.52'), ...day }];

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
});
afterEach(() => {
  client.clear();
});

/** The figures that the sheet shows, by their names. */
function shown(): Record<string, string> {
  act(() =>
    page.root.render(
      <QueryClientProvider client={client}>
        <ViewSheet
          view={view}
          info={info}
          openMarkets={['binance']}
          onChange={() => {}}
          onAverage={undefined}
          onClose={() => {}}
        />
      </QueryClientProvider>,
    ),
  );
  const names = [...page.box.querySelectorAll('dt')];
  return Object.fromEntries(
    names.map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent ?? '']),
  );
}

it('decision 158: the sheet of a phone shows the high, the low and the volume of 24 hours', () => {
  client.setQueryData(dayStats('binance', ['xrp_usdt']).queryKey, { orderBook: true, pairs });
  expect(shown()).toMatchObject({ '24 h high': '0.5311', '24 h low': '0.4988', '24 h volume': '18.2M USDT' });
});

it('decision 158: figures of 24 hours that are not known yet are dashes', () => {
  expect(shown()).toMatchObject({ '24 h high': '—', '24 h low': '—', '24 h volume': '—' });
});
