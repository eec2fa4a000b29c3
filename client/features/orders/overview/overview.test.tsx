// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { Deal } from '#contracts/deals.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { OpenPosition } from '#contracts/overview.ts';
import { NeedsYou } from './needs.tsx';
import { dealsSince } from './overview.queries.ts';
import { PositionRow } from './position-row.tsx';
import { Today } from './today.tsx';

const page = mounted();

const big = (text: string) => new Big(text);
const part = (blockId: string, change: Partial<OrderBlock> = {}) =>
  ({
    blockId,
    connectorName: 'Main',
    section: 'buy',
    status: 'placed',
    statusReason: null,
    protection: 'none',
    protectionReason: null,
    interference: null,
    inGroup: false,
    open: true,
    books: null,
    counterRound: 4,
    firstFilledPrice: big('0'),
    firstPlacedPrice: big('0.5'),
    firstFilledQuantity: big('0'),
    secondTakeProfitPlacedPrice: big('0'),
    secondStopLossPlacedPrice: big('0'),
    symbol: { market: 'binance', name: 'xrp_usdt', baseCurrency: 'XRP', counterCurrency: 'USDT' },
    ...change,
  }) as unknown as OrderBlock;
const position = (orders: OrderBlock[], active = true): OpenPosition => ({
  orders,
  active,
  price: null,
  counterUsdt: null,
  baseUsdt: null,
});
/** Bought 10 at 0.5 each, without fees. */
const heldAtHalf = (blockId: string, change: Partial<OrderBlock> = {}) => {
  const [one, zero] = [big('1'), big('0')];
  const books = { base: big('10'), counter: big('-5'), otherBase: zero, otherCounter: zero, fee: zero };
  const bought = { firstFilledQuantity: big('10'), firstFilledCounterQuantity: big('5'), baseQuantityStep: one };
  return part(blockId, { ...bought, status: 'filled', counterEarning: true, books, ...change });
};

const unprotected = position([part('held', { status: 'filled', firstFilledQuantity: big('10') })]);
const failed = (blockId: string) =>
  position([part(blockId), part(blockId, { inGroup: true, connectorName: `Copy of ${blockId}`, status: 'skipped' })]);

let client: QueryClient;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const show = (what: ReactNode): Promise<void> =>
  act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>{what}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
const press = (name: string) =>
  act(() => [...page.box.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());

const onStory = vi.fn<(blockId: string) => void>();
const onUnprotected = vi.fn<() => void>();
const acts = { offline: false, placeOf: () => '/markets', onStop: () => {}, onStory, onUnprotected };
const needs = () => [...page.box.querySelectorAll('li strong')].map(({ textContent }) => textContent);
const key = { id: 'key', title: 'Mum is disabled', reason: null, action: null };

it('U-7: what is unprotected or failed comes before keys and bots', async () => {
  await show(<NeedsYou blocks={[failed('one'), unprotected]} others={[key]} isWhole {...acts} />);
  expect(needs()).toEqual(['XRP/USDT: unprotected', 'XRP/USDT: 1 copy failed', 'Mum is disabled']);
});

it('U-7: blocks of one pair that need their owner are told apart by side and price', async () => {
  const at = (price: string, section: 'buy' | 'sell') =>
    position([heldAtHalf(price, { section, firstFilledPrice: big(price) })]);
  await show(<NeedsYou blocks={[at('0.5199', 'buy'), at('0.5204', 'sell')]} others={[]} isWhole {...acts} />);
  const rows = [...page.box.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).toEqual([expect.stringContaining('Buy 0.5199 · Main'), expect.stringContaining('Sell 0.5204 · Main')]);
});

it('U-7: all that needs its owner can be shown, with its keys and what to do', async () => {
  const blocks = Array.from({ length: 10 }, (_, index) => failed(`block ${index}`));
  await show(<NeedsYou blocks={blocks} others={[key]} isWhole {...acts} />);
  expect(needs()).toHaveLength(9);
  press('Show all 10');
  expect(needs()).toHaveLength(11);
  expect(page.box.textContent).toContain('Copy of block 9');
  press('Show the first 8');
  expect(needs()).toHaveLength(9);
});

it('U-7: each title of what needs its owner leads to its place', async () => {
  const disabled = { ...key, to: '/api' };
  await show(<NeedsYou blocks={[failed('one'), unprotected]} others={[disabled]} isWhole {...acts} />);
  const places = [...page.box.querySelectorAll('li strong a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(places).toEqual([
    ['XRP/USDT: unprotected', '/markets'],
    ['XRP/USDT: 1 copy failed', '/markets'],
    ['Mum is disabled', '/api'],
  ]);
  await show(<NeedsYou blocks={[{ ...unprotected, active: false }]} others={[]} isWhole {...acts} />);
  press('XRP/USDT: unprotected');
  expect(onStory).toHaveBeenLastCalledWith('held');
});

it('the result of a row is that of all its keys, as its exposure and the sums above are', async () => {
  const copies = [heldAtHalf('one', { inGroup: true }), part('one', { inGroup: true, status: 'skipped' })];
  const block = { ...position([heldAtHalf('one'), ...copies]), price: big('0.6'), counterUsdt: big('1') };
  const { offline, placeOf, onStop } = acts;
  const props = { worth: null, offline, placeOf, onStop, onStory };
  await show(<PositionRow block={{ ...block, baseUsdt: big('0.6') }} {...props} />);
  const text = page.box.textContent?.replaceAll('\u00a0', ' ');
  expect(text).toContain('12.00 USDT');
  expect(text).toContain('Main, 1 of 2 copied');
  expect(text).toContain('▲ +2.00 USDT ▲ +20.00%');
  const unread = { ...block, orders: [...block.orders, heldAtHalf('one', { inGroup: true, books: null })] };
  for (const unknown of [
    { ...block, price: null },
    { ...unread, baseUsdt: big('0.6') },
  ]) {
    await show(<PositionRow block={unknown} {...props} />);
    expect(page.box.textContent).toContain('Not known');
    expect(page.box.textContent).not.toMatch(/0\.00|%/);
  }
});

it('U-7: the sum of unprotected blocks leads to these blocks', async () => {
  const priced = { ...position([heldAtHalf('held')]), price: big('0.5'), counterUsdt: big('1'), baseUsdt: big('0.5') };
  await show(<NeedsYou blocks={[priced]} others={[]} isWhole {...acts} />);
  const sum = page.box.querySelector('p a');
  expect(sum?.textContent).toBe('5.00\u00a0USDT');
  expect(sum?.getAttribute('href')).toBe('/?blocks=unprotected');
  act(() => page.box.querySelector<HTMLElement>('p a')?.click());
  expect(onUnprotected).toHaveBeenCalledOnce();
});

it('U-7: the row of a key that is not active leads to its order history', async () => {
  const { offline, placeOf, onStop } = acts;
  const row = { worth: null, offline, placeOf, onStop, onStory };
  await show(<PositionRow block={position([part('away')], false)} {...row} />);
  press('XRP/USDT');
  expect(onStory).toHaveBeenCalledWith('away');
  await show(<PositionRow block={position([part('here')])} {...row} />);
  expect(page.box.querySelector('a')?.getAttribute('href')).toBe('/markets');
});

it('U-7: a deal of today leads to the history of its pair on that day', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 25, 12), toFake: ['Date'] });
  try {
    const deal = {
      blockId: 'one',
      uid: 'key',
      connectorName: 'Main',
      market: 'binance',
      symbolName: 'xrp_usdt',
      baseCurrency: 'XRP',
      counterCurrency: 'USDT',
      closedAt: Date.now(),
      profit: null,
      currency: 'USDT',
      decimals: 2,
    } as unknown as Deal;
    const { queryKey } = dealsSince(new Date(2026, 10, 25).getTime());
    const blocks = [{ blockId: 'one', tags: [], note: '', deals: [deal] }];
    client.setQueryData(queryKey, { blocks, total: 1, lastPageNumber: 0 });
    await show(<Today offline={false} path="/history?day=2026-11-25" />);
    expect(page.box.querySelector('li a')?.getAttribute('href')).toBe(
      '/history?day=2026-11-25&market=binance&symbolName=xrp_usdt',
    );
  } finally {
    vi.useRealTimers();
  }
});
