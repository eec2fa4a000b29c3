// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act } from 'react';
import { expect, it } from 'vitest';
import { mounted } from '../../../../lib/testing/mounted.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { MarketPrice } from '../../market-price.ts';
import { EndDialog } from './end-dialog.tsx';

const page = mounted();

const big = (text: string) => new Big(text);
const NOTHING = { otherBase: big('0'), otherCounter: big('0'), fee: big('0.001') };
const block = {
  blockId: 'one',
  keyUid: 'key',
  status: 'filled',
  section: 'buy',
  open: true,
  counterEarning: true,
  baseQuantityStep: big('0.1'),
  baseRound: 1,
  counterRound: 4,
  firstFilledQuantity: big('192.3'),
  firstFilledCounterQuantity: big('99.996'),
  secondTakeProfitPlacedPrice: big('0'),
  secondStopLossPlacedPrice: big('0'),
  books: null,
  symbol: {
    name: 'xrp_usdt',
    market: 'binance',
    status: 'trading',
    baseCurrency: 'XRP',
    counterCurrency: 'USDT',
    counterAmountDecimals: 4,
    baseQuantityStep: big('0.1'),
    minCounterQuantity: big('5'),
  },
} as unknown as OrderBlock;

function show(of: OrderBlock, price: Big | null, copies: OrderBlock[] = []): void {
  act(() =>
    page.root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MarketPrice value={{ price, stale: false }}>
          <EndDialog orders={[of, ...copies]} offline={false} half onClose={() => {}} />
        </MarketPrice>
      </QueryClientProvider>,
    ),
  );
}
const buttonOf = (label: string) => [...page.box.querySelectorAll('button')].find((one) => one.textContent === label);
const known = { ...block, books: { ...NOTHING, base: big('192.1077'), counter: big('-99.996') } };

it.each([
  ['amount', block, big('0.5')],
  ['price', known, null],
])('rule 7: half of a block whose %s is not known cannot be closed, all of it can', (_, of, price) => {
  show(of, price);
  expect(page.box.querySelector('h2')?.textContent).toBe('Close a part of this block?');
  expect(page.box.querySelector('[role=alert]')?.textContent).toBe(
    'How much this block holds is not known now. You can close all of it.',
  );
  expect(buttonOf('Close part')?.disabled).toBe(true);
  act(() => [...page.box.querySelectorAll('label')].find(({ textContent }) => textContent === 'All')?.click());
  expect(page.box.querySelector('[role=alert]')).toBeNull();
  expect(buttonOf('Close block')?.disabled).toBe(false);
});

it('rule 7: half of a block whose main key is being closed meanwhile does not become all of its copies', () => {
  const copy = { ...known, keyUid: 'copy', inGroup: true };
  show(known, big('0.5'), [copy]);
  expect(buttonOf('Close part')?.disabled).toBe(false);
  show({ ...known, status: 'closing' }, big('0.5'), [copy]);
  expect(buttonOf('Close block')).toBeUndefined();
  expect(buttonOf('Close part')?.disabled).toBe(true);
});

it('rule 7: half of a block that is known can be closed', () => {
  show(known, big('0.5'));
  expect(buttonOf('Close part')?.disabled).toBe(false);
  expect(page.box.textContent).toContain('96.0');
});
