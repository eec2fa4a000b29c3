import { describe, expect, it } from 'vitest';
import type { Account } from '../model/matching-account.ts';
import { FEES, atMarket, big, buy, matchingWorld } from '../../../../tests/factories/matching-world.ts';
import { type FeeRates, chargeOn } from './fees.ts';

const account: Account = {
  id: 'ann',
  paysDiscounted: true,
  updateTime: 0,
  holdings: new Map(),
  open: new Map(),
  lists: new Map(),
};
const charged = (
  received: [amount: string, asset: string],
  prices: Record<string, string>,
  of: { bnb?: string; fees?: FeeRates; isMaker?: boolean; paysDiscounted?: boolean } = {},
) => {
  const { bnb = '10', fees = FEES, isMaker = false, paysDiscounted = true } = of;
  const markets = new Map(Object.entries(prices).map(([symbol, price]) => [symbol, { price: big(price) }]));
  const ledger = { of: () => ({ owner: 'ann', asset: 'BNB', free: big(bnb), locked: big(0) }) };
  const payer = { account: { ...account, paysDiscounted }, isMaker };
  const { amount, asset } = chargeOn({ amount: big(received[0]), asset: received[1] }, payer, {
    ledger,
    markets,
    fees,
  });
  return `${amount.toFixed()} ${asset}`;
};

describe('the fee on what an account receives', () => {
  it('is of that asset, cut to eight decimals', () => {
    expect(charged(['192.3', 'XRP'], {}, { paysDiscounted: false })).toBe('0.1923 XRP');
    expect(charged(['0.00012999', 'BTC'], {}, { paysDiscounted: false })).toBe('0.00000012 BTC');
  });

  it('is the maker’s or the taker’s rate', () => {
    const fees = { maker: big('0.0002'), taker: big('0.0007'), discount: null };
    expect(charged(['100', 'XRP'], {}, { fees, isMaker: true })).toBe('0.02 XRP');
    expect(charged(['100', 'XRP'], {}, { fees, isMaker: false })).toBe('0.07 XRP');
  });

  it('in the discount asset is three quarters of it, by whatever market says what that is', () => {
    expect(charged(['1000', 'XRP'], { XRPBNB: '0.001' })).toBe('0.00075 BNB');
    expect(charged(['1000', 'USDT'], { BNBUSDT: '500' })).toBe('0.0015 BNB');
    expect(charged(['1000', 'XRP'], { XRPUSDT: '0.5', BNBUSDT: '500' })).toBe('0.00075 BNB');
    expect(charged(['1000', 'BNB'], {}, { bnb: '0' })).toBe('0.75 BNB');
    expect(charged(['1', 'XRP'], { XRPBNB: '0.000123' })).toBe('0.00000009 BNB');
  });

  it('stays in the asset received where no market says, none is wanted, none is offered or too little is there', () => {
    expect(charged(['1000', 'XRP'], {})).toBe('1 XRP');
    expect(charged(['1000', 'XRP'], { XRPUSDT: '0.5' })).toBe('1 XRP');
    expect(charged(['1000', 'XRP'], { XRPBNB: '0' })).toBe('1 XRP');
    expect(charged(['1000', 'XRP'], { XRPBNB: '0.001' }, { paysDiscounted: false })).toBe('1 XRP');
    expect(charged(['1000', 'XRP'], { XRPBNB: '0.001' }, { fees: { ...FEES, discount: null } })).toBe('1 XRP');
    expect(charged(['1000', 'XRP'], { XRPBNB: '0.001' }, { bnb: '0.00074999' })).toBe('1 XRP');
    expect(charged(['1000', 'XRP'], { XRPBNB: '0.001' }, { bnb: '0.00075' })).toBe('0.00075 BNB');
  });
});

it('fees leave the account and are the exchange’s', () => {
  const { core, ann, fills, free, place, trade } = matchingWorld(
    {},
    { maker: big('0.001'), taker: big('0.002'), discount: null },
  );
  place(atMarket('BUY', '100'));
  place(buy('100', '0.52'));
  trade('0.52');
  expect(fills.map(({ commission, commissionAsset }) => `${commission.toFixed()} ${commissionAsset}`)).toEqual([
    '0.2 XRP',
    '0.1 XRP',
  ]);
  expect(free(ann, 'XRP')).toBe('10199.7');
  expect(core.ledger.exchange('#fees', 'XRP').free.toFixed()).toBe('0.3');
});
