// @vitest-environment happy-dom
import { Big } from 'big.js';
import { act } from 'react';
import { expect, it } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { Pair } from '#contracts/markets.ts';
import type { ChartLine, Movable } from '../chart-line.ts';
import { MoveDialog } from './move-dialog.tsx';

const page = mounted();

const big = (text: string) => new Big(text);
const pair = { counterCurrency: 'USDT', counterRound: 4, counterStepSize: big('0.0001') } as Pair;
const target: Movable = {
  title: 'Move take profit',
  action: 'Set take profit',
  faultAt: () => null,
  resultAt: () => null,
  move: () => Promise.resolve(true),
};
const line: Omit<ChartLine, 'movable'> = { id: 'one', kind: 'buy', price: big('0.5'), label: 'Buy', name: 'Buy entry' };

function textAt(price: string, movable: Movable): string {
  act(() =>
    page.root.render(
      <MoveDialog
        line={{ ...line, movable }}
        price={big(price)}
        pair={pair}
        marketPrice={big('0.52')}
        onPrice={() => {}}
        onClose={() => {}}
      />,
    ),
  );
  return page.box.textContent;
}

it('issue 21: an order that is dragged over the market says that it fills at once, and what that gives away', () => {
  const warning = '5.77% above the market: it gives away up to 6.00 USDT.';
  const order = { ...target, orderAt: () => ({ place: '5.77% above market, fills at once', warning }) };
  const text = textAt('0.55', order);
  expect(text).toContain('Distance from market price5.77% above market, fills at once');
  expect(text).toContain(warning);
  expect(textAt('0.55', { ...order, faultAt: () => 'Min take profit is 0.5503' })).not.toContain(warning);
});

it('issue 21: a target that is dragged says its distance alone', () => {
  expect(textAt('0.546', target)).toContain('Distance from market price+5.00%');
});
