import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { AccountEvent, Balance } from '../../../exchanges/exchange.ts';
import { knownFree } from './known-free.ts';

const of = (free: Record<string, string>): Balance[] =>
  Object.entries(free).map(([asset, amount]) => ({ asset, free: new Big(amount), locked: new Big(0) }));
const reported = (free: Record<string, string>) => ({ kind: 'balance', balances: of(free) }) as unknown as AccountEvent;
const GAP = { kind: 'gap' } as unknown as AccountEvent;
const ORDER = { kind: 'order', order: {} } as unknown as AccountEvent;

function watched() {
  const known = knownFree();
  return { ...known, free: (asset: string, keyId = 'k') => known.of(keyId, asset)?.toFixed() ?? null };
}

it('V-07 the free amount of an asset is the one reported last; other assets are unknown', () => {
  const { receive, free } = watched();
  receive('k', reported({ XRP: '10', USDT: '5' }));
  receive('k', reported({ XRP: '7' }));
  receive('k', ORDER);
  expect([free('XRP'), free('USDT'), free('BTC'), free('XRP', 'other')]).toEqual(['7', '5', null, null]);
});

it('V-07 after a gap, or a change without an amount, nothing is known', () => {
  const { receive, free } = watched();
  receive('k', reported({ XRP: '10' }));
  receive('k', GAP);
  expect(free('XRP')).toBeNull();
  receive('k', reported({ XRP: '10' }));
  receive('k', reported({}));
  expect(free('XRP')).toBeNull();
});

it('V-07 an asset that a whole reading leaves out is zero, and later reports count', () => {
  const { receive, reading, free } = watched();
  receive('k', reported({ XRP: '10', BTC: '1' }));
  reading('k')(of({ XRP: '9' }));
  expect([free('XRP'), free('BTC')]).toEqual(['9', '0']);
  receive('k', reported({ BTC: '2' }));
  expect([free('XRP'), free('BTC'), free('ETH')]).toEqual(['9', '2', '0']);
});

it('V-07 a reading that is older than a report, or of a key that is not watched, is not kept', () => {
  const { receive, reading, free } = watched();
  receive('k', reported({ XRP: '10' }));
  const old = reading('k');
  receive('k', reported({ XRP: '4' }));
  old(of({ XRP: '10' }));
  expect(free('XRP')).toBe('4');
  reading('other')(of({ XRP: '10' }));
  expect(free('XRP', 'other')).toBeNull();
});

it('V-07 keys that are watched no more are not known, and an old reading of them is not kept', () => {
  const { receive, reading, keepOnly, free } = watched();
  receive('k', reported({ XRP: '10' }));
  receive('left', reported({ XRP: '3' }));
  const late = reading('left');
  keepOnly(new Set(['k']));
  expect([free('XRP'), free('XRP', 'left')]).toEqual(['10', null]);
  late(of({ XRP: '3' }));
  reading('left')(of({ XRP: '3' }));
  expect(free('XRP', 'left')).toBeNull();
});
