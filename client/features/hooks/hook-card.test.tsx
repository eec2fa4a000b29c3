import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Hook, HookSignal } from '#contracts/hooks.ts';
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

interface Log {
  content: HookSignal[];
  totalRecords: number;
  page: number;
}

/** A card whose log is known; `linked` is the signal that a link led to. */
function shownCard(log: Log, linked: string | null = null, of: Hook = hook): string {
  const client = new QueryClient();
  const place = linked === null ? { page: 0 } : { signal: linked };
  client.setQueryData(hookSignals('hook', place).queryKey, log);
  const handlers = { onConnect: () => {}, onChange: () => {}, BlockHistory: () => null };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <HookCard hook={of} offline={false} {...handlers} shown={linked !== null} signalId={linked} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('W-7: amounts and prices of a hook have their thousands apart', () => {
  const html = shownCard({ content: [signal], totalRecords: 1, page: 0 });
  expect(html).toContain('1,500 USDT; at most 5,000 USDT a day');
  expect(html).toContain('at 64,000.5, now 64,100');
});

it('W-7: what becomes of the coins of a bot that a signal stops is said as it is', () => {
  const shown = (coins: 'keep' | 'sell') => {
    const template = {
      ...hook.template,
      actions: ['open' as const, 'bot-stop' as const],
      bot: { botId: 'bot', coins },
    };
    return shownCard({ content: [], totalRecords: 0, page: 0 }, null, { ...hook, template });
  };
  expect(shown('sell')).toContain('Open a position, stop a bot and sell its coins');
  expect(shown('keep')).toContain('stop a bot and keep its coins');
});

it('W-13: a link to a signal shows the page of the log that it is on, however old it is', () => {
  const html = shownCard({ content: [signal], totalRecords: 31, page: 3 }, 'signal');
  expect(html).toContain('Page 4 of 4');
  expect(html).toContain('aria-current="true"');
});

it('W-13: a signal that opened a block leads to the history of that block, which may be closed', () => {
  const opened = { ...signal, result: 'taken' as const, blockId: 'block' };
  const log = (content: HookSignal[]) => ({ content, totalRecords: 1, page: 0 });
  expect(shownCard(log([opened]))).toContain('Its order history');
  expect(shownCard(log([signal]))).not.toContain('Its order history');
});
