import { expect, it } from 'vitest';
import { haltText } from './halt.ts';

const halt = { pair: 'XRP/USDT', market: 'Binance', status: 'halted', since: 'since 20:15' } as const;

it('V-10 says that a pair does not trade, whether orders can be canceled, and since when', () => {
  expect(haltText(halt)).toBe('XRP/USDT is halted on Binance since 20:15: no orders are placed there.');
  expect(haltText({ ...halt, since: '' })).toBe(
    'XRP/USDT is halted on Binance at the moment: no orders are placed there.',
  );
  expect(haltText({ ...halt, status: 'cancel-only' })).toBe(
    'Binance takes no new orders for XRP/USDT since 20:15: open orders can be canceled.',
  );
});
