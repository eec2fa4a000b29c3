import { Big } from 'big.js';
import { beforeEach, expect, it, vi } from 'vitest';
import type { UpdateAlert } from '#contracts/alerts.ts';
import { fieldsOf, madeNow, sentNow, queuedEdits } from './queued-edits.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
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

it('V-20 each waiting change keeps its own id and time, and knows how long it waited', () => {
  const first = edit(A, { active: true }, 1_000);
  queuedEdits.add(pair, first);
  queuedEdits.add(pair, edit(A, { comment: 'x' }, 2_000));
  queuedEdits.add(pair, edit(B, { active: false }, 3_000));
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

it('a later change of the same field takes the place of the earlier one', () => {
  queuedEdits.add(pair, edit(A, { active: true, price: new Big('0.53') }, 1_000));
  queuedEdits.add(pair, edit(A, { active: false }, 2_000));
  expect(waiting()).toEqual([
    { id: A, at: 1_000, set: { price: new Big('0.53') } },
    { id: A, at: 2_000, set: { active: false } },
  ]);
  queuedEdits.forget(edit(A, { price: new Big('0.6'), active: true }, 3_000));
  expect(waiting()).toEqual([]);
});

it('taking back leaves the other alerts alone', () => {
  for (const id of [A, B]) queuedEdits.add(pair, edit(id, { favorite: true }, 1_000));
  queuedEdits.discard(A);
  expect(waiting()).toEqual([{ id: B, at: 1_000, set: { favorite: true } }]);
});

it('changes that the last release left waiting are still known', () => {
  localStorage.setItem(
    'waiting-edits',
    JSON.stringify([{ key: 'k', symbol: 'xrp_usdt', edit: { id: A, active: true } }]),
  );
  expect(queuedEdits.list()).toEqual([{ key: 'k', symbol: 'xrp_usdt', edit: { id: A, active: true } }]);
});
