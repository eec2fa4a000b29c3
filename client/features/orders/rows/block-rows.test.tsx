// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { openBlocks } from '../open-blocks.queries.ts';
import { orderRows } from '../orders.queries.ts';
import { BlockRows } from './block-rows.tsx';

const page = mounted();

const big = (text: string) => new Big(text);
/** It waits for its price. */
const block = (blockId: string, change: Partial<OrderBlock> = {}) =>
  ({
    blockId,
    keyUid: 'key',
    connectorName: 'Main',
    section: 'buy',
    status: 'placed',
    statusReason: null,
    skipCode: null,
    protection: 'none',
    protectionReason: null,
    interference: null,
    inGroup: false,
    open: true,
    counterEarning: true,
    drift: null,
    books: null,
    value: null,
    profitValue: null,
    profitPercent: null,
    baseRound: 1,
    counterRound: 4,
    baseQuantityStep: big('0.1'),
    dust: big('0'),
    filledQuantity: big('0'),
    firstPlacedTime: 1,
    firstPlacedPrice: big('0.5'),
    firstPlacedQuantity: big('100'),
    firstPlacedCounterQuantity: big('50'),
    firstFilledPrice: big('0'),
    firstFilledQuantity: big('0'),
    firstFilledCounterQuantity: big('0'),
    firstFilledUnrealizedQuantity: big('100'),
    secondTakeProfitPlacedPrice: big('0'),
    secondTakeProfitPlacedQuantity: big('0'),
    secondTakeProfitFilledQuantity: big('0'),
    secondStopLossPlacedPrice: big('0'),
    secondStopLossPlacedQuantity: big('0'),
    secondStopLossFilledQuantity: big('0'),
    symbol: {
      market: 'binance',
      name: 'xrp_usdt',
      status: 'trading',
      baseCurrency: 'XRP',
      counterCurrency: 'USDT',
      counterAmountDecimals: 4,
      baseAmountDecimals: 1,
      baseQuantityStep: big('0.1'),
      minCounterQuantity: big('5'),
    },
    ...change,
  }) as unknown as OrderBlock;

const filter = { market: 'binance' as const, symbolName: 'xrp_usdt', counterEarning: true, section: 'buy' as const };
const doNothing = () => {};

let client: QueryClient;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(doNothing));
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

/** What loads later is rendered between two checks. */
const settled = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 30_000 },
  );

const buttonOf = (label: string) =>
  [...page.box.querySelectorAll('button')].find(({ textContent }) => textContent === label);

async function show(): Promise<void> {
  await act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <BlockRows
            filter={filter}
            offlineSince={null}
            emptyHint=""
            average={null}
            onAveraged={doNothing}
            onFill={doNothing}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await settled(() => expect(buttonOf('Unprotected')).toBeDefined());
}

/** The list with its filter 'Unprotected' on: these blocks, and the last page of all. */
async function filtered(blocks: OrderBlock[], lastPage: number): Promise<void> {
  client.setQueryData(orderRows({ ...filter, page: 0 }).queryKey, { blocks: [[block('one')]], lastPage: 0 });
  const rows = { blocks: blocks.map((one) => [one]), lastPage };
  client.setQueryData(orderRows({ ...filter, page: 0, size: 500 }).queryKey, rows);
  await show();
  act(() => buttonOf('Unprotected')?.click());
}

it('U-7: with more pages it is said of this page alone that nothing is unprotected', async () => {
  await filtered([block('one')], 1);
  await settled(() => expect(page.box.textContent).toContain('None of the blocks on this page is unprotected'));
  expect(page.box.textContent).toContain('This filter looks through one page at a time. You see page 1 of 2.');
});

it('U-7: on a single page it is said of all blocks that none is unprotected', async () => {
  await filtered([block('one')], 0);
  await settled(() => expect(page.box.textContent).toContain('None of these blocks is unprotected'));
  expect(page.box.textContent).not.toContain('one page at a time');
});

it('U-7: with more pages the unprotected blocks of this page are not said to be all', async () => {
  await filtered([block('one'), block('two', { status: 'filled', firstFilledQuantity: big('100') })], 1);
  await settled(() => expect(page.box.textContent).toContain('You see page 1 of 2.'));
  await settled(() => expect(page.box.querySelector('[data-block=two]')).not.toBeNull());
  expect(page.box.querySelector('[data-block=one]')).toBeNull();
  expect(page.box.textContent).toContain('(1)');
});

it('U-7: the longest page says how many rows it has at most', async () => {
  await filtered([block('one')], 1);
  await settled(() => expect(page.box.querySelector('select')?.lastElementChild?.textContent).toBe('Up to 500 rows'));
});

it('issue 21: the selected blocks, and no others, are closed after one confirmation', async () => {
  const ids = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
  const [first, , third] = ids;
  const blocks = ids.map((id) => [block(id)]);
  client.setQueryData(orderRows({ ...filter, page: 0 }).queryKey, { blocks, lastPage: 0 });
  const leave = new QueryObserver(client, { ...openBlocks(filter), enabled: false }).subscribe(doNothing);
  client.setQueryData(openBlocks(filter).queryKey, blocks);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, { method, body = '' }: { method?: string; body?: string } = {}) => {
    if (method?.toUpperCase() === 'PUT') sent.push([path, JSON.parse(body)]);
    return new Promise(doNothing);
  });
  await show();
  const tick = (id = '') => page.box.querySelector<HTMLInputElement>(`[data-block="${id}"] input[type=checkbox]`);
  await settled(() => expect(tick(third)).not.toBeNull());
  act(() => tick(first)?.click());
  act(() => tick(third)?.click());
  expect(page.box.querySelector('[aria-label="Selected blocks"]')?.textContent).toContain('2 blocks selected');
  act(() => buttonOf('Close 2')?.click());
  await settled(() => expect(page.box.querySelector('dialog h2')?.textContent).toBe('Close 2 blocks of XRP/USDT?'));
  expect(sent).toEqual([]);
  act(() => buttonOf('Close 2 blocks')?.click());
  await settled(() => expect(sent).not.toEqual([]));
  expect(sent).toEqual([['/api/markets/spot/close-all', { ...filter, blockIds: [first, third] }]]);
  leave();
});
