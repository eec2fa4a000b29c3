import { beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/doubles/memory-storage.ts';
import { isEmpty, saveDraft, loadDraft } from './draft-storage.ts';
import { EMPTY } from './order-draft.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  return () => vi.unstubAllGlobals();
});

const FORM = 'binance xrp_usdt buy';
const half = { ...EMPTY, price: '0.5', amount: '19' };

it('H-02 keeps a draft for an hour, until it was placed', () => {
  saveDraft(FORM, half, 1_000);
  expect(loadDraft(FORM, 2_000)).toEqual(half);
  expect(loadDraft('binance btc_usdt buy', 2_000)).toBeNull();
  expect(loadDraft(FORM, 1_000 + 3_600_000)).toBeNull();
  saveDraft(FORM, EMPTY, 3_000);
  expect(loadDraft(FORM, 3_000)).toBeNull();
});

it('H-01 ignores a draft in the shape of another version', () => {
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
