import { beforeEach, expect, it, vi } from 'vitest';
import { isEmpty, saveDraft, loadDraft } from './draft-storage.ts';
import { EMPTY } from './order-draft.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  return () => vi.unstubAllGlobals();
});

const FORM = 'binance xrp_usdt buy';
const half = { ...EMPTY, price: '0.5', amount: '19' };

it('H-02 a half-typed order is there again for an hour, and no longer once it was placed', () => {
  saveDraft(FORM, half, 1_000);
  expect(loadDraft(FORM, 2_000)).toEqual(half);
  expect(loadDraft('binance btc_usdt buy', 2_000)).toBeNull();
  expect(loadDraft(FORM, 1_000 + 3_600_000)).toBeNull();
  saveDraft(FORM, EMPTY, 3_000);
  expect(loadDraft(FORM, 3_000)).toBeNull();
});

it('H-01 what another version kept in another shape is no draft', () => {
  for (const text of ['', '{', 'null', '{"at":1,"draft":{"price":1}}', '{"draft":{}}']) {
    sessionStorage.setItem(`of-person:draft:${FORM}`, text);
    expect(loadDraft(FORM, 2)).toBeNull();
  }
});

it('only an untouched form is empty', () => {
  expect(isEmpty({ ...EMPTY, by: 'total' })).toBe(true);
  for (const typed of [{ price: '1' }, { amount: '1' }, { takeProfit: '1' }, { stopLoss: '1' }])
    expect(isEmpty({ ...EMPTY, ...typed })).toBe(false);
});
