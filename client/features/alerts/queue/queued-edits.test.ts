import { Big } from 'big.js';
import { beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/doubles/memory-storage.ts';
import type { UpdateAlert } from '#contracts/alerts.ts';
import { fieldsOf, madeNow, sentNow, queuedEdits } from './queued-edits.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  return () => vi.unstubAllGlobals();
});

const A = '6f1a2f52-97c8-4f7c-9a53-1c7a3f1f0a01';
const B = '6f1a2f52-97c8-4f7c-9a53-1c7a3f1f0a02';
const pair = { symbol: 'xrp_usdt' };
const edit = (id: string, change: Partial<UpdateAlert>, at: number): UpdateAlert => ({
  id,
  made: madeNow(at),
  ...change,
});
const waiting = () =>
  queuedEdits.list().map((one) => ({ id: one.edit.id, at: one.edit.made?.at, set: fieldsOf(one.edit) }));

it('V-20 each queued change keeps its id, its time and how long it waited', () => {
  const first = edit(A, { active: true }, 1_000);
  queuedEdits.add(pair, first, 'anna');
  queuedEdits.add(pair, edit(A, { comment: 'x' }, 2_000), 'anna');
  queuedEdits.add(pair, edit(B, { active: false }, 3_000), 'anna');
  expect(waiting()).toEqual([
    { id: A, at: 1_000, set: { active: true } },
    { id: A, at: 2_000, set: { comment: 'x' } },
    { id: B, at: 3_000, set: { active: false } },
  ]);
  expect(new Set(queuedEdits.list().map(({ edit: { made } }) => made?.id)).size).toBe(3);
  expect(sentNow(first, 61_000).made).toEqual({ id: first.made?.id, at: 1_000, sentAt: 61_000 });
  // The device's clock was set back meanwhile.
  expect(sentNow(first, 500).made).toMatchObject({ at: 1_000, sentAt: 1_000 });
});

it('a later change of a field replaces the earlier one', () => {
  queuedEdits.add(pair, edit(A, { active: true, price: new Big('0.53') }, 1_000), 'anna');
  queuedEdits.add(pair, edit(A, { active: false }, 2_000), 'anna');
  expect(waiting()).toEqual([
    { id: A, at: 1_000, set: { price: new Big('0.53') } },
    { id: A, at: 2_000, set: { active: false } },
  ]);
  queuedEdits.forget(edit(A, { price: new Big('0.6'), active: true }, 3_000));
  expect(waiting()).toEqual([]);
});

it('discarding a change leaves other alerts unchanged', () => {
  for (const id of [A, B]) queuedEdits.add(pair, edit(id, { favorite: true }, 1_000), 'anna');
  queuedEdits.discard(A);
  expect(waiting()).toEqual([{ id: B, at: 1_000, set: { favorite: true } }]);
});
