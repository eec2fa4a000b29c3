// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { openBlocks } from '../open-blocks.queries.ts';
import { StopsDialog } from '../overview/stops-dialog.tsx';
import { joinPreview, NO_TARGETS } from './average.queries.ts';
import { BringTo } from './bring-to.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

const page = mounted();

const FILTER = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true, section: 'buy' } as const;
const block = {
  blockId: 'one',
  section: 'buy',
  symbol: { baseCurrency: 'XRP', counterCurrency: 'USDT', counterAmountDecimals: 4 },
  baseRound: 1,
  counterRound: 4,
  baseQuantityStep: new Big('0.1'),
  firstFilledQuantity: new Big(100),
  firstFilledPrice: new Big('0.5'),
  firstPlacedTime: 0,
  books: { fee: new Big('0.001') },
} as unknown as OrderBlock;
const doNothing = () => {};

beforeEach(() => {
  // No answer comes while the test runs.
  vi.stubGlobal('fetch', () => new Promise(doNothing));
});

function show(what: ReactNode): void {
  const client = new QueryClient();
  client.setQueryData(openBlocks(FILTER).queryKey, [[block]]);
  client.setQueryData(joinPreview(FILTER, ['one'], NO_TARGETS).queryKey, {
    error: null,
    blocks: [{ blockId: 'one', reason: null }],
    keys: [],
  });
  act(() => page.root.render(<QueryClientProvider client={client}>{what}</QueryClientProvider>));
}

const fieldOf = (label: string): HTMLInputElement => {
  const labels = [...page.box.querySelectorAll('label')];
  const { htmlFor } = labels.find(({ textContent }) => textContent === label)!;
  return page.box.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`)!;
};

function typed(label: string, text: string): string {
  act(() => {
    const field = fieldOf(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return fieldOf(label).value;
}

const dialog = { offline: false, onClose: doNothing, onDone: doNothing };

it('G-16: a comma becomes a dot in the fields that bring an average to a goal', () => {
  show(<BringTo block={block} held={new Big(100)} spent={new Big(50)} onFill={doNothing} />);
  expect(typed('By buying at', '0,52')).toBe('0.52');
  expect(typed('By buying at', '0,521234567')).toBe('0.5212');
  expect(typed('New average', '0,521234567')).toBe('0.52123456');
});

it('G-16: a comma becomes a dot in the targets of a joined block', () => {
  show(<JoinDialog {...dialog} filter={FILTER} chosen={null} onFill={doNothing} />);
  expect(typed('New take profit', '0,61234')).toBe('0.6123');
  expect(typed('New stop loss', '0,4')).toBe('0.4');
});

it('G-16: a comma becomes a dot in the parts of a split and in the distance of stops', () => {
  show(<SplitDialog {...dialog} filter={FILTER} />);
  expect(typed('Part 1', '33,333')).toBe('33.33');
  show(<StopsDialog {...dialog} blockIds={['one']} />);
  expect(typed('Stop away by', '2,5')).toBe('2.5');
});
