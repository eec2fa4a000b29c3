import { describe, expect, it } from 'vitest';
import type { Offer } from '../model/market.ts';
import {
  XRP,
  atMarket,
  big,
  brief,
  buy,
  draft,
  matchingWorld,
  refusedFor,
  sell,
} from '../../../../tests/factories/matching-world.ts';

const ladder = (levels: readonly (readonly [price: string, qty: string])[]): Offer[] =>
  levels.map(([price, qty]) => ({ price: big(price), qty: big(qty) }));
/** 100 XRP at each of three prices. */
const LADDER = {
  offers: (_quote: unknown, side: 'BUY' | 'SELL') =>
    side === 'BUY'
      ? ladder([
          ['0.53', '100'],
          ['0.531', '100'],
          ['0.533', '100'],
        ])
      : ladder([
          ['0.53', '100'],
          ['0.529', '100'],
          ['0.527', '100'],
        ]),
};
const shown = (fills: readonly { price: { toFixed(): string }; qty: { toFixed(): string } }[]) =>
  fills.map(({ price, qty }) => `${qty.toFixed()}@${price.toFixed()}`);

describe('an order that arrives', () => {
  it('takes the best offers up to its limit and rests with what is left', () => {
    const { core, ann, locked, free } = matchingWorld(LADDER);
    const { order, fills } = core.place(ann, buy('250', '0.531'));
    expect(shown(fills)).toEqual(['100@0.53', '100@0.531']);
    expect(brief(order)).toBe('PARTIALLY_FILLED 200/250');
    expect([locked(ann, 'USDT'), free(ann, 'USDT')]).toEqual(['26.55', '9867.35']);
    expect(core.quietRange('XRPUSDT')).toEqual({ above: big('0.531'), below: null });
  });

  it('sells into the bids the same way', () => {
    const { core, ann } = matchingWorld(LADDER);
    const { order, fills } = core.place(ann, sell('250', '0.529'));
    expect(shown(fills)).toEqual(['100@0.53', '100@0.529']);
    expect(brief(order)).toBe('PARTIALLY_FILLED 200/250');
  });

  it('meets an account’s order before an offer of the market at the same price', () => {
    const { core, ann, place, xrp } = matchingWorld(LADDER);
    const bob = core.openAccount('bob', { XRP: '100', USDT: '100' });
    xrp.terms = { ...xrp.terms, maxPerTick: big('0') };
    const maker = place(sell('50', '0.531'), bob);
    xrp.terms = { ...xrp.terms, maxPerTick: null };
    const { fills } = core.place(ann, buy('180', '0.54'));
    expect(shown(fills)).toEqual(['100@0.53', '50@0.531', '30@0.531']);
    expect(brief(maker)).toBe('FILLED 50/50');
    expect(fills.map(({ isMaker }) => isMaker)).toEqual([false, false, false]);
    expect(fills.map(({ tradeId }) => tradeId)).toEqual([1, 2, 3]);
  });

  it('meets every account’s order that is better than the next offer of the market', () => {
    const { core, ann, place } = matchingWorld(LADDER);
    const bob = core.openAccount('bob', { XRP: '1000', USDT: '100' });
    for (const price of ['0.5312', '0.5311', '0.5313']) place(sell('10', price), bob);
    expect(shown(core.place(ann, buy('240', '0.54')).fills)).toEqual([
      '100@0.53',
      '100@0.531',
      '10@0.5311',
      '10@0.5312',
      '10@0.5313',
      '10@0.533',
    ]);
  });

  it('meets the accounts’ orders beyond the last offer as well', () => {
    const { core, ann, place } = matchingWorld(LADDER);
    const bob = core.openAccount('bob', { XRP: '1000', USDT: '100' });
    const maker = place(sell('50', '0.54'), bob);
    expect(shown(core.place(ann, buy('320', '0.55')).fills).at(-1)).toBe('20@0.54');
    expect(brief(maker)).toBe('PARTIALLY_FILLED 20/50');
  });

  it('sets the last price, and the quote stays where the market left it', () => {
    const { core, ann, xrp, trades } = matchingWorld(LADDER);
    core.place(ann, buy('150', '0.54'));
    expect([xrp.price.toFixed(), xrp.quote.toFixed()]).toEqual(['0.531', '0.53']);
    expect(trades.map(({ buyerMaker }) => buyerMaker)).toEqual([false, false]);
    core.place(ann, sell('150', '0.5'));
    expect(trades.at(-1)?.buyerMaker).toBe(true);
  });

  it('IOC ends with what it got', () => {
    const { core, ann, locked } = matchingWorld(LADDER);
    const { order } = core.place(ann, buy('250', '0.531', { timeInForce: 'IOC' }));
    expect(brief(order)).toBe('EXPIRED 200/250 UNFILLED_IOC_QUANTITY_EXPIRED');
    expect(locked(ann, 'USDT')).toBe('0');
  });

  it('FOK is filled whole or not at all', () => {
    const { core, ann, xrp } = matchingWorld(LADDER);
    const fok = (quantity: string) => brief(core.place(ann, buy(quantity, '0.531', { timeInForce: 'FOK' })).order);
    expect(fok('200.1')).toBe('EXPIRED 0/200.1 UNFILLED_FOK_ORDER_EXPIRED');
    expect(fok('200')).toBe('FILLED 200/200');
    xrp.terms = { ...xrp.terms, maxPerTick: big('100') };
    expect(fok('100.1')).toBe('EXPIRED 0/100.1 UNFILLED_FOK_ORDER_EXPIRED');
    expect(fok('100')).toBe('FILLED 100/100');
  });

  it('takes no more at once than the market bears', () => {
    const { core, ann, xrp } = matchingWorld(LADDER);
    xrp.terms = { ...xrp.terms, maxPerTick: big('150') };
    const { order, fills } = core.place(ann, atMarket('SELL', '200'));
    expect(shown(fills)).toEqual(['100@0.53', '50@0.529']);
    expect(brief(order)).toBe('EXPIRED 150/200 INSUFFICIENT_LIQUIDITY');
  });
});

describe('a market order', () => {
  it('by value buys what that pays for, in whole steps', () => {
    const { core, ann } = matchingWorld(LADDER);
    const { order, fills } = core.place(ann, draft({ type: 'MARKET', quoteOrderQty: '70' }));
    // 53 for the first hundred; the rest buys 32.01 at 0.531.
    expect(shown(fills)).toEqual(['100@0.53', '32@0.531']);
    expect(order.quantity.toFixed()).toBe('132');
    const whole = core.place(ann, draft({ type: 'MARKET', quoteOrderQty: '53' }));
    expect(shown(whole.fills)).toEqual(['100@0.53']);
    const all = core.place(ann, draft({ type: 'MARKET', quoteOrderQty: '1000' }));
    expect(all.order.quantity.toFixed()).toBe('300');
  });

  it('is refused where the book does not give the smallest quantity, or the account cannot pay', () => {
    const { core } = matchingWorld({ offers: () => ladder([['0.53', '0.05']]) });
    const cat = core.openAccount('cat', { USDT: '53', XRP: '50' });
    expect(refusedFor(() => core.place(cat, draft({ type: 'MARKET', quoteOrderQty: '10' })))).toBe(
      'book-below-lot-size',
    );
    const deep = matchingWorld(LADDER);
    const dan = deep.core.openAccount('dan', { USDT: '53', XRP: '50' });
    expect(refusedFor(() => deep.core.place(dan, atMarket('BUY', '100.1')))).toBe('insufficient-balance');
    expect(refusedFor(() => deep.core.place(dan, atMarket('SELL', '50.1')))).toBe('insufficient-balance');
    expect(brief(deep.core.place(dan, atMarket('SELL', '50')).order)).toBe('FILLED 50/50');
  });

  it('costs what the book says for its quantity, not more', () => {
    const { core } = matchingWorld(LADDER);
    // 100 at 0.53 and 50 at 0.531.
    const gus = core.openAccount('gus', { USDT: '79.54' });
    expect(refusedFor(() => core.place(gus, atMarket('BUY', '150')))).toBe('insufficient-balance');
    core.ledger.credit(gus, 'USDT', big('0.01'));
    expect(brief(core.place(gus, atMarket('BUY', '150')).order)).toBe('FILLED 150/150');
    expect(core.ledger.of(gus, 'USDT').free.toFixed()).toBe('0');
  });

  it('by value is as small as the smallest quantity', () => {
    const smallest = { ...XRP, minQty: big('10'), minNotional: big('0') };
    const { core, ann } = matchingWorld({ ...LADDER, pair: smallest });
    const spend = (quoteOrderQty: string) => draft({ type: 'MARKET', quoteOrderQty, pair: smallest });
    expect(core.place(ann, spend('5.3')).order.quantity.toFixed()).toBe('10');
    expect(refusedFor(() => core.place(ann, spend('5.29')))).toBe('book-below-lot-size');
  });

  it('counts what the book does not hold at the last price', () => {
    const { core } = matchingWorld(LADDER);
    // 300 XRP in the book for 159.4; ten more at 0.53 are 5.3.
    const eve = core.openAccount('eve', { USDT: '164.7' });
    expect(refusedFor(() => core.place(eve, atMarket('BUY', '310.1')))).toBe('insufficient-balance');
    expect(brief(core.place(eve, atMarket('BUY', '310')).order)).toBe('EXPIRED 300/310 INSUFFICIENT_LIQUIDITY');
  });

  it('just paid for, a stop buys what is still payable', () => {
    const { core, trade } = matchingWorld();
    const fay = core.openAccount('fay', { USDT: '54' });
    const { order } = core.place(fay, draft({ type: 'STOP_LOSS', quantity: '100', stopPrice: '0.54' }));
    trade('0.55');
    // 54 at 0.55 buy 98.1 of the hundred.
    expect(brief(order)).toBe('EXPIRED 98.1/100 INSUFFICIENT_LIQUIDITY');
  });
});
