import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { draftLines } from './draft-lines.ts';
import { type Draft, EMPTY, fill } from './order-draft.ts';
import { expiryOf, planFault, planOf, toggleExpiry, togglePlan } from './order-plan.ts';
import { planParts } from '../rows/plan/plan-draft.ts';

const pair = {
  counterStepSize: new Big('0.0001'),
  baseQuantityStep: new Big('0.1'),
  baseRound: 1,
  counterRound: 4,
  counterAmountDecimals: 4,
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
} as Pair;
const filledBy = (draft: Draft) => fill(draft, { side: 'buy', pair, marketPrice: new Big('0.53') });
const ORDER: Draft = { ...EMPTY, price: '0.52', amount: '100', takeProfit: '5%', stopLoss: '0.494' };

function shown(draft: Draft) {
  let after = draft;
  const change = (by: (before: Draft) => Draft) => void (after = by(after));
  const lines = draftLines(draft, filledBy(draft), {
    form: 'binance xrp_usdt',
    side: 'buy',
    priceDecimals: 4,
    tick: new Big('0.0001'),
    change,
  });
  return { lines, after: () => after };
}
const told = (draft: Draft) => shown(draft).lines.map(({ target, number, price }) => [target, number, price.toFixed()]);

it('U-8 each typed target is a line whose handle types its price; shares stay', () => {
  expect(told(EMPTY)).toEqual([]);
  expect(told(ORDER)).toEqual([
    ['takeProfit', null, '0.546'],
    ['stopLoss', null, '0.494'],
  ]);
  const single = shown(ORDER);
  single.lines[0]?.move(new Big('0.55'));
  single.lines[1]?.move(new Big('0.49'));
  expect(single.after()).toMatchObject({ takeProfit: '0.5500', stopLoss: '0.4900' });

  const planned = togglePlan(ORDER, filledBy(ORDER), 4);
  expect(planned.plan?.typed).toMatchObject({ rows: [{ price: '0.5460', share: '100' }], stop: '0.4940' });
  const typed = {
    ...planned.plan!.typed,
    rows: [
      { price: '0.546', share: '60' },
      { price: '0.56', share: '' },
    ],
  };
  const two = { ...planned, plan: { typed } };
  expect(told(two)).toEqual([
    ['takeProfit', 1, '0.546'],
    ['takeProfit', 2, '0.56'],
    ['stopLoss', null, '0.494'],
  ]);
  const moved = shown(two);
  moved.lines[0]?.move(new Big('0.547'));
  moved.lines[1]?.move(new Big('0.561'));
  moved.lines[2]?.move(new Big('0.495'));
  expect(moved.after().plan).toEqual({
    typed: {
      ...typed,
      rows: [
        { price: '0.5470', share: '60' },
        { price: '0.5610', share: '' },
      ],
      stop: '0.4950',
    },
  });
  expect(togglePlan(two, filledBy(two), 4)).toMatchObject({ plan: null, takeProfit: '0.546', stopLoss: '0.4940' });
});

it('EX-10 EX-14 an order is complete once its plan and its time can be read', () => {
  expect([planFault(ORDER), planOf(ORDER)]).toEqual([null, {}]);
  const planned = togglePlan(ORDER, filledBy(ORDER), 4);
  expect(planOf(planned)).toBeNull();
  const parts = planParts(planned.plan!.typed, { side: 'buy', entry: null, tick: new Big('0.0001') });
  expect(planOf({ ...planned, plan: { ...planned.plan!, parts } })).toEqual(parts);
  expect(planOf({ ...planned, plan: { ...planned.plan!, parts: null } })).toBeNull();
  const expires = toggleExpiry(ORDER);
  expect(planOf(expires)).toEqual({ expiresAfter: 86_400_000 });
  expect(expiryOf({ ...ORDER, expires: '0.5' })).toBe(1_800_000);
  expect(planFault({ ...ORDER, expires: '' })).toBe('Enter after how many hours the order expires.');
  expect(planFault({ ...ORDER, expires: '0' })).toBe('Enter after how many hours the order expires.');
  expect(toggleExpiry(expires).expires).toBeNull();
});
