// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dealsOf } from './deals.queries.ts';
import { HistoryScreen } from './history-screen.tsx';
import { spanOfMonth } from './month.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

it('Issue 21: a month is read whole up to 500 blocks, and one that has more says what part is shown', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const filter = { scope: 'all' as const, ...spanOfMonth({ year: 2026, month: 11 }) };
  client.setQueryData(dealsOf(filter, { page: 0, size: 500 }).queryKey, { blocks: [], total: 612, lastPageNumber: 1 });
  const box = document.createElement('div');
  const root = createRoot(box);
  const search = new URLSearchParams({ month: '2026-11' });
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <HistoryScreen search={search} onSearch={() => {}} keys={[]} offline={false} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  expect(box.textContent).toContain('The first 500 of 612 blocks.');
  act(() => root.unmount());
  client.clear();
});
