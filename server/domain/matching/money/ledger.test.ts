import { beforeEach, describe, expect, it } from 'vitest';
import { big } from '../../../../tests/factories/matching-world.ts';
import { type Account, FEES, MARKET_MAKER } from '../model/matching-account.ts';
import { SUPPLY, createLedger } from './ledger.ts';

let changed: string[];
let ledger: ReturnType<typeof createLedger>;
let ann: Account;
beforeEach(() => {
  changed = [];
  ledger = createLedger({ holdingChanged: ({ owner, asset }) => void changed.push(`${owner} ${asset}`) });
  ann = { id: 'ann', paysDiscounted: false, updateTime: 0, holdings: new Map(), open: new Map(), lists: new Map() };
  ledger.issue(['XRP', 'USDT']);
  ledger.credit(ann, 'USDT', big('100'));
});
const holds = () => {
  const { free, locked } = ledger.of(ann, 'USDT');
  return [free.toFixed(), locked.toFixed()];
};

describe('the ledger', () => {
  it('issues each asset once, to the market maker, and credits out of that', () => {
    expect(ledger.exchange(MARKET_MAKER, 'XRP').free).toEqual(SUPPLY);
    expect(ledger.exchange(MARKET_MAKER, 'USDT').free).toEqual(SUPPLY.minus(100));
    ledger.issue(['XRP', 'USDT']);
    expect(ledger.exchange(MARKET_MAKER, 'USDT').free).toEqual(SUPPLY.minus(100));
    ledger.credit(ann, 'USDT', big('-40'));
    expect(holds()).toEqual(['60', '0']);
    expect(ledger.exchange(MARKET_MAKER, 'USDT').free).toEqual(SUPPLY.minus(60));
  });

  it('reports every holding that changed', () => {
    changed = [];
    ledger.credit(ann, 'XRP', big('1'));
    expect(changed).toEqual([`${MARKET_MAKER} XRP`, 'ann XRP']);
  });

  it('keeps nothing below zero, free or locked, and changes nothing then', () => {
    const row = ledger.of(ann, 'USDT');
    expect(() => ledger.change(row, { free: big('-100.01') })).toThrow('ann would hold less than nothing of USDT.');
    expect(() => ledger.change(row, { free: big('-1'), locked: big('-0.01') })).toThrow('less than nothing');
    expect(holds()).toEqual(['100', '0']);
    ledger.change(row, { free: big('-100') });
    expect(holds()).toEqual(['0', '0']);
  });

  it('locks and frees', () => {
    const lock = { asset: 'USDT', amount: big('0') };
    ledger.lock(ann, lock, big('30'));
    expect([holds(), lock.amount.toFixed()]).toEqual([['70', '30'], '30']);
    ledger.lock(ann, lock, big('-10'));
    expect([holds(), lock.amount.toFixed()]).toEqual([['80', '20'], '20']);
    changed = [];
    ledger.lock(ann, lock, big('0'));
    expect(changed).toEqual([]);
  });

  it('pays out of the lock first, and what that lacks out of what is free', () => {
    const lock = { asset: 'USDT', amount: big('0') };
    ledger.lock(ann, lock, big('30'));
    ledger.pay(ann, lock, big('12'));
    expect([holds(), lock.amount.toFixed()]).toEqual([['70', '18'], '18']);
    ledger.pay(ann, lock, big('20'));
    expect([holds(), lock.amount.toFixed()]).toEqual([['68', '0'], '0']);
    expect(() => ledger.pay(ann, lock, big('68.01'))).toThrow('less than nothing');
  });

  it('goes on from what was stored', () => {
    const other = createLedger({ holdingChanged: () => {} });
    other.load(MARKET_MAKER, [{ owner: MARKET_MAKER, asset: 'XRP', free: big('7'), locked: big('0') }]);
    other.issue(['XRP', 'USDT']);
    expect(other.exchange(MARKET_MAKER, 'XRP').free.toFixed()).toBe('7');
    expect(other.exchange(MARKET_MAKER, 'USDT').free).toEqual(SUPPLY);
    expect(other.exchange(FEES, 'XRP').free.toFixed()).toBe('0');
  });
});
