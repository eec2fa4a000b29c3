import { expect, it } from 'vitest';
import { exitsAt } from '../../../../domain/position/exits.ts';
import { big } from '../../../../../tests/factories/block-sketch.ts';
import { earnsCounter } from './earning-of.ts';

const STEP = big('0.1');
/** 192.3 at 0.52, as in trading rule 5. */
const entry = (section: 'buy' | 'sell') => ({ section, quantity: big('192.3'), counter: big('99.996') });
const targets = (quantity: string, takeProfit: string | null, stopLoss: string | null) => ({
  quantity: big(quantity),
  exits: exitsAt(takeProfit === null ? null : big(takeProfit), stopLoss === null ? null : big(stopLoss)),
});
const earns = (section: 'buy' | 'sell', ...of: Parameters<typeof targets>) =>
  earnsCounter(entry(section), targets(...of), STEP);

it('V-16 a purchase whose targets sell all of it earns counter currency, one that keeps the gain earns base', () => {
  expect(earns('buy', '192.1', '0.546', '0.494')).toBe(true);
  expect(earns('buy', '192.3', '0.546', null)).toBe(true);
  expect(earns('buy', '183.4', '0.546', '0.494')).toBe(false);
  expect(earns('buy', '183.4', '0.546', null)).toBe(false);
});

it('V-16 a sale whose targets buy back as much earns counter currency, one that spends what it brought in earns base', () => {
  expect(earns('sell', '192.5', '0.494', '0.546')).toBe(true);
  expect(earns('sell', '202.2', '0.494', null)).toBe(false);
  expect(earns('sell', '182.9', '0.494', '0.546')).toBe(false);
  expect(earns('sell', '182.9', null, '0.546')).toBe(false);
  expect(earns('sell', '192.5', null, '0.546')).toBe(true);
});

it('V-16 it does not follow from a stop alone, by a take profit next to the entry, or by what fits neither', () => {
  expect(earns('buy', '192.1', null, '0.494')).toBeNull();
  expect(earns('buy', '192.1', '0.5205', null)).toBeNull();
  expect(earns('buy', '100', '0.546', null)).toBeNull();
  expect(earns('sell', '150', '0.494', null)).toBeNull();
});

it('V-16 fees and steps are no difference, more is', () => {
  expect(earns('buy', '191.7', '0.546', null)).toBe(true);
  expect(earns('buy', '191.6', '0.546', null)).toBeNull();
  expect(earns('buy', '183.7', '0.546', null)).toBe(false);
  expect(earns('buy', '183.9', '0.546', null)).toBeNull();
});
