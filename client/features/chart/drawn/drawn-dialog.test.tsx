// @vitest-environment happy-dom
import { Big } from 'big.js';
import { act } from 'react';
import { expect, it } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { Pair } from '#contracts/markets.ts';
import { DrawnDialog } from './drawn-dialog.tsx';

const page = mounted();

const pair = { counterCurrency: 'USDT', counterRound: 2, counterStepSize: new Big('0.01') } as Pair;
const nothing = () => {};

it('issue 21: a drawn line offers its alert with thousands apart, and its field keeps the plain price', () => {
  const line = { kind: 'level', price: '61234.5' } as const;
  act(() =>
    page.root.render(
      <DrawnDialog line={line} pair={pair} offline={false} onSave={nothing} onAlert={nothing} onClose={nothing} />,
    ),
  );
  expect(page.box.textContent).toContain('Add alert at 61,234.50');
  expect(page.box.querySelector('input')?.value).toBe('61234.5');
});
