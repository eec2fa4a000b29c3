// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../../lib/testing/mounted.ts';
import { botOrdersQuery, tradingQuery } from './trading.queries.ts';
import { TradingSection } from './trading-section.tsx';

const page = mounted();
afterEach(() => vi.unstubAllGlobals());

const ON = { off: false, refusal: null, entries: null };

/** The section once so many orders of bots are known to rest, and what a press sends; null while that is not known. */
async function shown(resting: number | null) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    return new Promise(() => {});
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(tradingQuery.queryKey, ON);
  if (resting !== null) client.setQueryData(botOrdersQuery.queryKey, resting);
  await act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <TradingSection />
      </QueryClientProvider>,
    ),
  );
  const tick = () => page.box.querySelector<HTMLInputElement>('input[type=checkbox]');
  return {
    sent,
    tick,
    label: () => tick()?.closest('label')?.textContent ?? null,
    press: () => act(async () => page.box.querySelector('button')?.click()),
  };
}

it.each([
  [null, 'Take bots’ resting orders down too'],
  [0, null],
  [1, 'Take bots’ resting orders down too (1 order)'],
])(
  'C-12 the emergency stop takes orders of bots down unless that is taken off: %s of them known',
  async (known, text) => {
    const { label, press, sent } = await shown(known);
    expect(label()).toBe(text);
    await press();
    expect(sent).toEqual([{ off: true, botOrders: true }]);
  },
);

it('C-12 the emergency stop leaves orders of bots where the tick is taken off, also while their number is not known', async () => {
  const { tick, press, sent } = await shown(null);
  await act(async () => tick()?.click());
  await press();
  expect(sent).toEqual([{ off: true, botOrders: false }]);
});
