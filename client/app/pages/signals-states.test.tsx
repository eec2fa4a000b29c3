import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { Hook } from '#contracts/hooks.ts';
import type { Webhook } from '#contracts/webhooks.ts';
import { hookList, hookSignals } from '../../features/hooks/hooks.queries.ts';
import { HooksScreen } from '../../features/hooks/hooks-screen.tsx';
import { SignalLog } from '../../features/hooks/signal-log.tsx';
import { Deliveries } from '../../features/webhooks/deliveries.tsx';
import { webhookDeliveries, webhookList } from '../../features/webhooks/webhooks.queries.ts';
import { WebhooksScreen } from '../../features/webhooks/webhooks-screen.tsx';

const nothing = () => null;
const hook = { hookId: 'hook', template: { market: 'binance' } } as unknown as Hook;
const webhook = { webhookId: 'endpoint', off: null } as unknown as Webhook;
const keys = [{ uid: 'key', name: 'Main', market: 'binance', isActive: true, copies: 0 }] as const;
const read = { keysRead: { error: null, isFetching: false, refetch: nothing }, bots: [] };

const hooks = (offline: boolean) => (
  <HooksScreen {...{ keys, offline }} {...read} PairField={nothing} BlockHistory={nothing} />
);
const endpoints = (offline: boolean) => <WebhooksScreen offline={offline} />;

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
});

const shown = (what: ReactNode): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>{what}</MemoryRouter>
    </QueryClientProvider>,
  );
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

it.each([
  ['hooks', { part: hooks(false), of: hookList, loading: 'Loading your signal hooks' }],
  [
    'signals of a hook',
    {
      part: <SignalLog hook={hook} shown={null} BlockHistory={nothing} />,
      of: hookSignals('hook', { page: 0 }),
      loading: 'Loading its signals',
    },
  ],
  ['endpoints', { part: endpoints(false), of: webhookList, loading: 'Loading your endpoints' }],
  [
    'deliveries of an endpoint',
    {
      part: <Deliveries webhook={webhook} offline={false} />,
      of: webhookDeliveries('endpoint', 0),
      loading: 'Loading its deliveries',
    },
  ],
])('U-9: the %s are loading, or could not be loaded and can be read again', (_, { part, of, loading }) => {
  expect(shown(part)).toContain(`aria-label="${loading}"`);
  const query = client.getQueryCache().find({ queryKey: of.queryKey });
  query?.setState({ status: 'error', error: new Error('The list is away.') });
  const failed = shown(part);
  expect(failed).not.toContain(loading);
  expect(textOf(failed)).toMatch(/Something went wrongThe list is away\.Try again/);
});

it.each([
  ['hooks', { screen: hooks, of: hookList, make: 'New signal hook' }],
  ['endpoints', { screen: endpoints, of: webhookList, make: 'New endpoint' }],
])('U-9, U-12: offline the %s are those last known, and none can be made', (name, { screen, of, make }) => {
  client.setQueryData([...of.queryKey], []);
  const button = new RegExp(`<button[^>]*>(?:<[^>]*>)*${make}`);
  const sentence = `; ${name} cannot be changed.`;
  const [online, offline] = [shown(screen(false)), shown(screen(true))];
  expect(textOf(offline)).toMatch(/Offline\. Showing data from /);
  expect(textOf(offline)).toContain(sentence);
  expect(button.exec(offline)?.[0]).toContain('disabled=""');
  expect(textOf(online)).not.toContain(sentence);
  expect(button.exec(online)?.[0]).not.toContain('disabled');
});
