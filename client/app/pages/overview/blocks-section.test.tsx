// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import { botList } from '../../../features/bots/bots.queries.ts';
import { allKeys } from '../../../features/keys/keys.queries.ts';
import { openPositions } from '../../../features/orders/overview/overview.queries.ts';
import { BlocksSection } from './blocks-section.tsx';

const page = mounted();

const CALM = 'Nothing needs you now.';
const NEVER = new Promise<never>(() => {});
const doNothing = () => {};

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(openPositions.queryKey, []);
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const show = (answer: () => Promise<never>): Promise<void> => {
  vi.stubGlobal('fetch', answer);
  return act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <BlocksSection market="binance" offline={false} marketsPath="/markets" shown="all" onShow={doNothing} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
};
const knowKeys = () => client.setQueryData(allKeys.queryKey, { apiKeyMarketGroups: [] });
const knowBots = () => client.setQueryData(botList.queryKey, []);
const settled = (check: () => void) => act(() => vi.waitFor(check, { timeout: 30_000 }));

it('U-7: nothing needs you only where blocks, keys and bots are known', async () => {
  knowKeys();
  knowBots();
  await show(() => NEVER);
  await settled(() => expect(page.box.textContent).toContain(CALM));
});

it.each([
  ['keys', knowBots],
  ['bots', knowKeys],
])('U-7: it is not said that nothing needs you while %s are not loaded', async (_, know) => {
  know();
  await show(() => NEVER);
  await settled(() => expect(page.box.textContent).toContain('Open blocks'));
  expect(page.box.textContent).not.toContain(CALM);
});

it.each([
  ['keys', knowBots, allKeys],
  ['bots', knowKeys, botList],
])('U-7: it is said that your %s could not be checked', async (what, know, query) => {
  know();
  await show(() => Promise.reject(new TypeError('Failed to fetch')));
  await settled(() => expect(client.getQueryState(query.queryKey)?.status).toBe('error'));
  await settled(() => expect(page.box.textContent).toContain(`Your ${what} could not be checked.`));
  expect(page.box.textContent).not.toContain(CALM);
  expect([...page.box.querySelectorAll('button')].some(({ textContent }) => textContent === 'Try again')).toBe(true);
});
