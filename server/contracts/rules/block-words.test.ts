import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { OrderBlock } from '../order-block.ts';
import { protectionOf } from './block-words.ts';

function labelOf(status: OrderBlock['status'], change: Partial<OrderBlock> = {}) {
  const block = {
    counterRound: 4,
    protection: 'none',
    protectionReason: null,
    firstFilledQuantity: new Big(status === 'placed' ? 0 : 5),
    secondTakeProfitPlacedPrice: new Big(0),
    secondStopLossPlacedPrice: new Big(0),
  } as const;
  return protectionOf({ ...block, status, ...change } as OrderBlock);
}

it('V-06 a block shows who protects it, or why it is not protected', () => {
  expect(labelOf('targets-placed', { protection: 'exchange' })).toEqual({
    text: 'Protected by the exchange',
    tone: 'plain',
  });
  expect(labelOf('targets-placed', { protection: 'server' })).toEqual({
    text: 'Protected by this server',
    tone: 'doubt',
  });
  const follows = (movedBy: 'exchange' | 'server') => ({
    protection: 'exchange' as const,
    plan: {
      takeProfits: [],
      stopLoss: {
        price: new Big('0.494'),
        at: new Big('0.5335'),
        waitsFor: null,
        after: null,
        trailing: { percent: new Big(3), peak: new Big('0.55'), movedBy },
      },
      parts: [],
      label: '',
      away: '',
    },
  });
  expect(labelOf('targets-placed', follows('exchange'))?.text).toBe('Exchange: stop about 0.5335, peak about 0.5500');
  expect(labelOf('targets-placed', follows('server'))?.text).toBe(
    'Exchange, moved by us: stop 0.5335, peak about 0.5500',
  );
  const dear = follows('server');
  const { stopLoss } = dear.plan;
  const trailing = { ...stopLoss.trailing, peak: new Big('64100') };
  const far = { ...dear, plan: { ...dear.plan, stopLoss: { ...stopLoss, at: new Big('62177'), trailing } } };
  expect(labelOf('targets-placed', far)?.text).toBe('Exchange, moved by us: stop 62,177.0000, peak about 64,100.0000');
  const protectionReason = 'Binance has not confirmed an order.';
  expect(labelOf('targets-changing', { protection: 'placing', protectionReason })).toEqual({
    text: 'Not protected yet: Binance has not confirmed an order.',
    tone: 'alarm',
  });
  expect(labelOf('placed', { protection: 'placing', protectionReason })?.tone).toBe('doubt');
  expect(labelOf('targets-placed', { protection: 'unknown', protectionReason: 'Not compared.' })).toEqual({
    text: 'Protection unknown: Not compared.',
    tone: 'doubt',
  });
  expect(labelOf('closing', { protection: 'unprotected', protectionReason })).toEqual({
    text: 'Unprotected: Binance has not confirmed an order.',
    tone: 'alarm',
  });
  expect(labelOf('closing', { protection: 'unprotected' })?.text).toBe('Unprotected');
  expect(labelOf('filled')).toEqual({ text: 'Unprotected', tone: 'alarm' });
  expect(labelOf('placed')).toEqual({ text: 'No position yet', tone: 'plain' });
  expect(labelOf('placed', { secondStopLossPlacedPrice: new Big(4) })).toEqual({
    text: 'Targets are placed when it fills',
    tone: 'plain',
  });
  expect(labelOf('closed')).toBeNull();
});
