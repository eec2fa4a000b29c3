import { expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { formatClock } from './format-time.ts';
import { haltLabel, haltMessage } from './halt-message.ts';

const now = new Date(2026, 10, 22, 20, 30).getTime();
const at = new Date(2026, 10, 22, 20, 15).getTime();
const pair = { market: 'binance', baseCurrency: 'XRP', counterCurrency: 'USDT' };
const xrp = (status: Pair['status'], haltedSince: number | null = null) => ({ ...pair, status, haltedSince }) as Pair;

it('V-10 shows since when a pair is halted, and what is still possible', () => {
  const clock = formatClock(at);
  expect(haltMessage(xrp('trading'), now)).toBeNull();
  expect(haltMessage(xrp('halted', at), now)).toBe(
    `XRP/USDT is halted on Binance since ${clock}: no orders are placed there.`,
  );
  expect(haltMessage(xrp('halted'), now)).toBe(
    'XRP/USDT is halted on Binance at the moment: no orders are placed there.',
  );
  expect(haltMessage(xrp('cancel-only', at), now)).toBe(
    `Binance takes no new orders for XRP/USDT since ${clock}: open orders can be canceled.`,
  );
  expect([
    haltLabel(xrp('halted', at), now),
    haltLabel(xrp('cancel-only'), now),
    haltLabel(xrp('trading'), now),
  ]).toEqual([`Halted since ${clock}`, 'Cancel only', null]);
});
