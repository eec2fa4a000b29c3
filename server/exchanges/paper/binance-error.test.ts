import { expect, it } from 'vitest';
import { OrderRefusal, type RefusalReason } from '../../domain/matching/model/refusal.ts';
import { BinanceError, inBinanceWords } from './binance-error.ts';

/** What errors.md and the live exchange answer. */
const ANSWERS: Record<RefusalReason, string> = {
  PRICE_FILTER: '-1013 Filter failure: PRICE_FILTER',
  PERCENT_PRICE_BY_SIDE: '-1013 Filter failure: PERCENT_PRICE_BY_SIDE',
  TRAILING_DELTA: '-1013 Filter failure: TRAILING_DELTA',
  LOT_SIZE: '-1013 Filter failure: LOT_SIZE',
  MARKET_LOT_SIZE: '-1013 Filter failure: MARKET_LOT_SIZE',
  NOTIONAL: '-1013 Filter failure: NOTIONAL',
  MAX_NUM_ORDERS: '-1013 Filter failure: MAX_NUM_ORDERS',
  MAX_NUM_ALGO_ORDERS: '-2010 Filter failure: MAX_NUM_ALGO_ORDERS',
  MAX_NUM_ORDER_LISTS: '-1013 Filter failure: MAX_NUM_ORDER_LISTS',
  'unknown-symbol': '-1121 Invalid symbol.',
  'unknown-order': '-2011 Unknown order sent.',
  'market-closed': '-1013 Market is closed.',
  'cancel-only': '-2010 This order type is not possible in this trading phase.',
  'cancels-closed': '-2011 Market is closed.',
  'terms-of-type': '-1102 A mandatory parameter was not sent, was empty/null, or malformed.',
  'no-trailing': '-2010 Trailing stop orders are not supported for this symbol.',
  'no-quantity': '-1013 Invalid quantity.',
  'duplicate-id': '-2010 Duplicate order sent.',
  'insufficient-balance': '-2010 Account has insufficient balance for requested action.',
  'book-below-lot-size': '-2010 Order book liquidity is less than LOT_SIZE filter minimum quantity.',
  'would-trigger': '-2010 Order would trigger immediately.',
  'would-match': '-2010 Order would immediately match and take.',
  'prices-of-pair': '-2010 The relationship of the prices for the orders is not correct.',
  'entry-type': '-1014 Unsupported order combination.',
  'opo-entry-sells': '-1222 Working order in an OPO list must be a bid.',
  'opo-leg-buys': '-1223 Pending orders in an OPO list must be asks.',
  'oco-type': '-1158 Order type not supported in OCO.',
  'oco-two-limits': '-1168 At least one OCO order must be contingent.',
  'oco-buy-limit-above': '-1165 A limit order in a buy OCO must be below.',
  'oco-sell-limit-below': '-1166 A limit order in a sell OCO must be above.',
  'oco-buy-stop-below': '-1196 A stop loss order in a buy OCO must be above.',
  'oco-sell-stop-above': '-1197 A stop loss order in a sell OCO must be below.',
  'oco-buy-take-profit-above': '-1198 A take profit order in a buy OCO must be below.',
  'oco-sell-take-profit-below': '-1199 A take profit order in a sell OCO must be above.',
};

it.each(Object.entries(ANSWERS))('%s is refused with %s', (reason, answer) => {
  const error = inBinanceWords(new OrderRefusal(reason as RefusalReason));
  if (!(error instanceof BinanceError)) expect.fail('no refusal of Binance');
  expect([`${error.code} ${error.message}`, error.status]).toEqual([answer, 400]);
});

it('any other error stays what it is', () => {
  const error = new Error('a bug');
  expect(inBinanceWords(error)).toBe(error);
});
