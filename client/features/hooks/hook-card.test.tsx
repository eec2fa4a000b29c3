import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Hook } from '#contracts/hooks.ts';
import { HookCard } from './hook-card.tsx';
import { hookSignals } from './hooks.queries.ts';

const hook = {
  hookId: 'hook',
  live: false,
  paused: null,
  mayGoLive: true,
  connectorName: 'Main',
  lastAt: null,
  template: {
    name: 'Momentum',
    market: 'binance',
    pairs: ['xrp_usdt'],
    actions: ['open'],
    amount: { fixed: new Big(1500) },
    exits: null,
    perDayUsdt: new Big(5000),
    perSignalUsdt: new Big(2000),
  },
} as unknown as Hook;
const signal = {
  signalId: 'signal',
  receivedAt: 0,
  sentAt: null,
  address: '52.89.214.238',
  bytes: 5,
  format: null,
  repeats: 0,
  action: 'open',
  symbolName: 'btc_usdt',
  result: 'dry-run',
  state: 'done',
  reason: null,
  outcome: null,
  blockId: null,
  body: '',
  priceThen: new Big('64000.5'),
  priceNow: new Big('64100'),
} as const;

it('W-7: amounts and prices of a hook have their thousands apart', () => {
  const client = new QueryClient();
  client.setQueryData(hookSignals('hook', 0).queryKey, { content: [signal], totalRecords: 1 });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HookCard hook={hook} offline={false} onConnect={() => {}} onChange={() => {}} shown={false} signalId={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(html).toContain('1,500 USDT; at most 5,000 USDT a day');
  expect(html).toContain('at 64,000.5, now 64,100');
});
