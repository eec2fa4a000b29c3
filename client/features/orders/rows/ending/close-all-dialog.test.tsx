// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { OrderBlock } from '#contracts/order-block.ts';
import { MarketPrice } from '../../market-price.ts';
import { openBlocks } from '../../open-blocks.queries.ts';
import { CloseAllDialog } from './close-all-dialog.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => new Promise(() => {}));

const big = (text: string) => new Big(text);
const FILTER = { market: 'binance', symbolName: 'xrp_usdt', section: 'buy', counterEarning: true } as const;
const NOTHING = { otherBase: big('0'), otherCounter: big('0'), fee: big('0.001') };
/** Bought 192.3 at 0.52 and holds 192.1077 after fees. */
const held = {
  blockId: 'held',
  status: 'filled',
  section: 'buy',
  open: true,
  counterEarning: true,
  baseQuantityStep: big('0.1'),
  baseRound: 1,
  counterRound: 4,
  firstPlacedPrice: big('0.52'),
  firstFilledQuantity: big('192.3'),
  firstFilledCounterQuantity: big('99.996'),
  firstFilledUnrealizedQuantity: big('0'),
  books: { ...NOTHING, base: big('192.1077'), counter: big('-99.996') },
  symbol: {
    name: 'xrp_usdt',
    market: 'binance',
    baseCurrency: 'XRP',
    counterCurrency: 'USDT',
    counterAmountDecimals: 4,
    baseQuantityStep: big('0.1'),
  },
} as unknown as OrderBlock;
const waiting: OrderBlock = {
  ...held,
  blockId: 'waiting',
  status: 'placed',
  firstFilledQuantity: big('0'),
  firstFilledUnrealizedQuantity: big('200'),
  books: null,
};

async function textOf(blocks: OrderBlock[][]): Promise<string> {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(openBlocks(FILTER).queryKey, blocks);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MarketPrice value={{ price: big('0.546'), stale: false }}>
          <CloseAllDialog filter={FILTER} offline={false} onClose={() => {}} />
        </MarketPrice>
      </QueryClientProvider>,
    ),
  );
  const text = box.textContent;
  act(() => root.unmount());
  box.remove();
  return text.replaceAll('\u00A0', ' ');
}

it('V-14: the blocks that are closed add up, and orders are counted over all keys', async () => {
  const text = await textOf([[held, held], [waiting, waiting, waiting], [waiting]]);
  expect(text).toContain('3 blocks: 1 holds a position, 2 hold none.');
  expect(text).toContain('On all keys, 4 unfilled orders of 800.0 XRP');
  expect(text).toContain('Close 3 blocks');
});

it('V-14: where each block holds a position, nothing has to be added up', async () => {
  const text = await textOf([[held], [held, waiting]]);
  expect(text).toContain('2 blocks: 384.2 XRP are sold at market');
  expect(text).not.toContain('hold none');
});
