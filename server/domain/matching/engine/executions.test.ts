import { expect, it } from 'vitest';
import { big, buy, matchingWorld, sell, stop } from '../../../../tests/factories/matching-world.ts';
import type { Execution } from '../model/execution.ts';

const shown = ({ kind, order, fill, cancelId, prevention }: Execution) => ({
  kind,
  id: order.orderId,
  ...(fill && { qty: fill.qty.toFixed() }),
  ...(cancelId !== undefined && { cancelId }),
  ...(prevention && { counter: prevention.counterOrderId, expired: prevention.expired.toFixed() }),
});

it('a cancel is reported with its own id', () => {
  const { core, ann, place, executions } = matchingWorld();
  core.cancel(ann, place(buy('10', '0.52')).orderId, 'undo');
  expect(executions.map(shown)).toEqual([
    { kind: 'NEW', id: 1 },
    { kind: 'CANCELED', id: 1, cancelId: 'undo' },
  ]);
});

it('a trigger is reported as working before its fills, an end without any', () => {
  const { place, trade, executions } = matchingWorld();
  place(stop('10', '0.52'));
  place(buy('10', '0.51', { timeInForce: 'IOC' }));
  trade('0.52');
  expect(executions.map(shown)).toEqual([
    { kind: 'NEW', id: 1 },
    { kind: 'NEW', id: 2 },
    { kind: 'EXPIRED', id: 2 },
    { kind: 'WORKING', id: 1 },
    { kind: 'TRADE', id: 1, qty: '10' },
  ]);
});

it('self-trade prevention is reported to both orders, with what each lost', () => {
  const { xrp, place, executions } = matchingWorld();
  xrp.terms = { ...xrp.terms, maxPerTick: big('0') };
  place(buy('100', '0.53'));
  xrp.terms = { ...xrp.terms, maxPerTick: null };
  place(sell('60', '0.53', { stp: 'DECREMENT' }));
  expect(executions.map(shown)).toEqual([
    { kind: 'NEW', id: 1 },
    { kind: 'NEW', id: 2 },
    { kind: 'TRADE_PREVENTION', id: 1, counter: 2, expired: '60' },
    { kind: 'TRADE_PREVENTION', id: 2, counter: 1, expired: '60' },
  ]);
  expect(executions[2]?.prevention).toMatchObject({ matchId: 1, qty: big('60'), price: big('0.53') });
});
