import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { AlertRow } from './alerts.store.ts';
import { mergeChange, type Fields } from './merge-change.ts';

const NOW = 1_800_000_000_000;
const off: AlertRow = {
  userId: 'u',
  id: 'a',
  num: 1,
  market: 'binance',
  symbol: 'XRPUSDT',
  pair: 'xrp_usdt',
  price: new Big('0.53'),
  type: 'PRICE_RISES_ABOVE',
  condition: null,
  series: null,
  calls: null,
  informing: 'ONLY_ONCE',
  comment: '',
  favorite: false,
  sendToTelegram: false,
  active: false,
  executed: false,
  seen: false,
  executedAt: null,
  late: false,
  armedSeq: 1,
  armedAt: 1,
  dueAt: null,
  createdAt: 1,
  sortedAt: 1,
  changes: {},
};

/** Changes applied one after the other, `ago` ms before they arrive. */
function apply(alert: AlertRow, ...all: { id: string; ago?: number; set: Fields }[]) {
  let row = alert;
  const lost: string[] = [];
  for (const [at, { id, ago = 0, set }] of all.entries()) {
    const now = NOW + at;
    const merged = mergeChange(row, set, { id, at: now - ago, now });
    lost.push(...merged.lost);
    row = Object.assign({}, row, merged.change);
  }
  return { row, lost };
}
const fired = (row: AlertRow, at: number): AlertRow => ({
  ...row,
  active: false,
  executed: true,
  executedAt: at,
  armedSeq: row.armedSeq + 1,
});

describe('V-20 a change of an alert', () => {
  const on = { id: 'x', set: { active: true } };

  it('that switches it on arms it once, however often it is sent', () => {
    const { row } = apply(off, on, on, on);
    expect(row).toMatchObject({ active: true, armedSeq: 2 });
  });

  it('that switched it on is sent again after the firing and does not arm it again', () => {
    const { row } = apply(fired(apply(off, on).row, NOW + 500), on);
    expect(row).toMatchObject({ active: false, executed: true, armedSeq: 3 });
  });

  it('that was longer on its way the second time is still the same', () => {
    const { row } = apply(fired(apply(off, on).row, NOW + 20), { ...on, ago: -50 });
    expect(row).toMatchObject({ active: false, armedSeq: 3 });
  });

  it('of another press after the firing does arm it', () => {
    const { row } = apply(fired(apply(off, on).row, NOW - 500), { id: 'y', set: { active: true } });
    expect(row).toMatchObject({ active: true, executed: false, armedSeq: 4 });
  });

  it('that was made before the firing and arrives after it has lost to it', () => {
    const { row, lost } = apply(fired({ ...off, active: true }, NOW - 500), {
      id: 'y',
      ago: 501,
      set: { active: true },
    });
    expect([row.active, lost]).toEqual([false, ['active']]);
  });

  it.each([
    [1, '0.55', ['price']],
    [0, '0.54', []],
  ])('that is %i ms older than another leaves the price at %s', (older, price, lost) => {
    const done = apply(
      off,
      { id: 'x', ago: 1_000, set: { price: new Big('0.55') } },
      { id: 'y', ago: 1_001 + older, set: { price: new Big('0.54') } },
    );
    expect([done.row.price?.toFixed(), done.lost]).toEqual([price, lost]);
  });

  it('is compared field by field: an older one still sets what the newer left alone', () => {
    const { row, lost } = apply(
      off,
      { id: 'x', set: { comment: 'new', favorite: true } },
      { id: 'y', ago: 9_000, set: { comment: 'old', sendToTelegram: true } },
    );
    expect(row).toMatchObject({ comment: 'new', favorite: true, sendToTelegram: true });
    expect(lost).toEqual(['comment']);
  });

  it('loses nothing where both set the same', () => {
    const { lost } = apply(off, { id: 'x', set: { comment: 'a' } }, { id: 'y', ago: 9_000, set: { comment: 'a' } });
    expect(lost).toEqual([]);
  });

  it('that switched it off before another one moved it leaves it armed', () => {
    const { row, lost } = apply(
      { ...off, active: true },
      { id: 'x', set: { price: new Big('0.6') } },
      { id: 'y', ago: 9_000, set: { active: false } },
    );
    expect([row.active, lost]).toEqual([true, ['active']]);
  });

  it('names what it took from an older change of another device', () => {
    const { row } = apply(off, { id: 'x', ago: 60_000, set: { comment: 'a', favorite: true } });
    const by = { id: 'y', at: NOW - 30_000, now: NOW };
    expect(mergeChange(row, { comment: 'b', favorite: true, active: true }, by).replaced).toEqual(['comment']);
  });
});
