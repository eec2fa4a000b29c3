import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { credentials, ocoTerms, scriptedBinance, terms } from '../../../../../tests/factories/scripted-binance.ts';
import type { ListTerms } from '../../../exchange.ts';
import type { OrderTerms } from '../../../../domain/market/exchange-order.ts';

const ORDER = 'POST /api/v3/order';
const RANGE = 'Request falls outside the acceptable price range based on the average of previous trades';
const TOTAL = 'Total value of the order should be more than 6USDT';
const big = (text: string) => new Big(text);
const prices = { average: '0.5210', last: '0.5230', bid: '0.5229', ask: '0.5231' };

interface Refusal {
  code?: number;
  msg: string;
  /** What the market answers when it is asked afterwards. */
  market?: 'open' | 'silent';
  started?: boolean;
}

async function refusing({ code = -1013, msg, market = 'open', started = true }: Refusal) {
  const world = await scriptedBinance({ call: 3_000 });
  const { exchange, binance } = world;
  if (started) await binance.start();
  const refused = () => ({ status: 400, body: { code, msg } });
  exchange.on(ORDER, refused);
  exchange.on('POST /api/v3/orderList/oco', refused);
  if (market === 'open') {
    exchange.on('GET /api/v3/avgPrice', () => ({ body: { mins: 5, price: prices.average, closeTime: 1 } }));
    exchange.on('GET /api/v3/ticker/price', () => ({ body: { symbol: 'XRPUSDT', price: prices.last } }));
    exchange.on('GET /api/v3/ticker/bookTicker', () => ({
      body: { symbol: 'XRPUSDT', bidPrice: prices.bid, bidQty: '1', askPrice: prices.ask, askQty: '1' },
    }));
  }
  return world;
}

async function reported(refusal: Refusal, order: OrderTerms | ListTerms = terms): Promise<string> {
  const { binance } = await refusing(refusal);
  const placed =
    'kind' in order ? await binance.placeList(credentials, order) : await binance.place(credentials, order);
  return placed.outcome === 'rejected' ? placed.sentence : placed.outcome;
}
const failure = (filter: string): Refusal => ({ msg: `Filter failure: ${filter}` });
const stop: OrderTerms = { ...terms, side: 'sell', type: 'stop', stopPrice: big('0.5300') };

describe('a filter that failed', () => {
  const cases: [string, Partial<{ price: Big; quantity: Big }>, string][] = [
    [
      'PRICE_FILTER',
      { price: big('0.52005') },
      'The price must be a multiple of 0.0001: 0.5200 or 0.5201 would be accepted.',
    ],
    ['PRICE_FILTER', { price: big('0.00005') }, 'The price must be at least 0.0001.'],
    ['PRICE_FILTER', { price: big('1000.1') }, 'The price may be at most 1,000.0000.'],
    [
      'LOT_SIZE',
      { quantity: big('192.35') },
      'The quantity must be a multiple of 0.1: 192.3 or 192.4 XRP would be accepted.',
    ],
    ['LOT_SIZE', { quantity: big('0.05') }, 'The quantity must be at least 0.1 XRP.'],
    ['LOT_SIZE', { quantity: big('900000.1') }, 'The quantity may be at most 900,000.0 XRP.'],
    ['NOTIONAL', { quantity: big('9.6') }, `${TOTAL}. Binance takes 5 USDT and more here: at 0.5200 that is 9.7 XRP.`],
    [
      'MIN_NOTIONAL',
      { quantity: big('1') },
      `${TOTAL}. Binance takes 5 USDT and more here: at 0.5200 that is 9.7 XRP.`,
    ],
    ['NOTIONAL', { quantity: big('90000000') }, 'Binance takes at most 9,000,000 USDT in one order here.'],
    ['PERCENT_PRICE_BY_SIDE', { price: big('0.7') }, `${RANGE}. Purchases are accepted from 0.1042 to 0.6252 now.`],
    ['MAX_NUM_ORDERS', {}, 'At most 200 orders can be open on XRP/USDT at a time: cancel one of them first.'],
    ['MAX_NUM_ALGO_ORDERS', {}, 'At most 5 stop orders can be open on XRP/USDT at a time: cancel one of them first.'],
    [
      'EXCHANGE_MAX_NUM_ALGO_ORDERS',
      {},
      'Too many stop orders of this account are open on Binance: cancel one of them first.',
    ],
    ['MAX_POSITION', {}, 'Binance lets one account hold no more XRP than this: buy less.'],
    ['ICEBERG_PARTS', {}, 'Binance refused the order: Filter failure: ICEBERG_PARTS.'],
  ];
  it.each(cases)('%s with %j', async (filter, changed, sentence) => {
    expect(await reported(failure(filter), { ...terms, ...changed })).toBe(sentence);
  });

  it('EX-7 a distance out of bounds is told by the side on which the trigger lies, in percent', async () => {
    const trails = (side: 'buy' | 'sell', type: 'stop' | 'take-profit') =>
      reported(failure('TRAILING_DELTA'), { ...terms, side, type, stopPrice: null, trailingDelta: 1 });
    const [below, above] = ['0.2% to 10%', '0.1% to 20%'].map((bounds) => `An order may trail by ${bounds} here.`);
    expect([await trails('sell', 'stop'), await trails('buy', 'take-profit')]).toEqual([below, below]);
    expect([await trails('buy', 'stop'), await trails('sell', 'take-profit')]).toEqual([above, above]);
    const { takeProfit, stopLoss } = ocoTerms.targets;
    const legs = { takeProfit, stopLoss: { ...stopLoss, trailingDelta: 1 } };
    expect(await reported(failure('TRAILING_DELTA'), { ...ocoTerms, targets: legs })).toBe(below);
    const rising = { takeProfit: { ...takeProfit, trailingDelta: 1 }, stopLoss };
    expect(await reported(failure('TRAILING_DELTA'), { ...ocoTerms, targets: rising })).toBe(above);
    expect(await reported(failure('TRAILING_DELTA'), stop)).toBe('Binance takes no trailing stop orders for XRP/USDT.');
  });

  it('of a list names the order at fault', async () => {
    const { takeProfit, stopLoss } = ocoTerms.targets;
    const off = { takeProfit, stopLoss: { ...stopLoss, stopPrice: big('0.49405') } };
    expect(await reported(failure('PRICE_FILTER'), { ...ocoTerms, targets: off })).toBe(
      'The stop price must be a multiple of 0.0001: 0.4940 or 0.4941 would be accepted.',
    );
    const far = { takeProfit: { ...takeProfit, price: big('2.7') }, stopLoss };
    expect(await reported(failure('PERCENT_PRICE_BY_SIDE'), { ...ocoTerms, targets: far })).toBe(
      `${RANGE}. Sales are accepted from 0.4168 to 2.6050 now.`,
    );
    expect(await reported(failure('MAX_NUM_ORDER_LISTS'), ocoTerms)).toBe(
      'At most 20 pairs of take profit and stop loss can be open on XRP/USDT at a time: cancel one of them first.',
    );
    const small = { ...ocoTerms, quantity: big('9.9') };
    expect(await reported(failure('NOTIONAL'), small)).toBe(
      `${TOTAL}. Binance takes 5 USDT and more here: at 0.4940 that is 10.2 XRP.`,
    );
  });

  it('of a market order is told by the bounds of market orders, and without a price', async () => {
    const { price: _price, ...rest } = terms;
    const market: OrderTerms = { ...rest, type: 'market' };
    expect(await reported(failure('MARKET_LOT_SIZE'), { ...market, quantity: big('800000.1') })).toBe(
      'The quantity of a market order may be at most 800,000.0 XRP.',
    );
    expect(await reported(failure('NOTIONAL'), market)).toBe(`${TOTAL}. Binance takes 5 USDT and more here.`);
  });

  it('req. 14: the sixth stop is told alike as -1013 and as -2010', async () => {
    const said = 'At most 5 stop orders can be open on XRP/USDT at a time: cancel one of them first.';
    for (const code of [-1013, -2010])
      expect(await reported({ ...failure('MAX_NUM_ALGO_ORDERS'), code }, stop)).toBe(said);
  });

  it('too much precision is told like the step it misses', async () => {
    const msg = "Parameter 'quantity' has too much precision.";
    expect(await reported({ code: -1111, msg }, { ...terms, quantity: big('1.23456789123') })).toBe(
      'The quantity must be a multiple of 0.1: 1.2 or 1.3 XRP would be accepted.',
    );
  });

  it("without the market's answer the spec's sentence stands alone", async () => {
    expect(await reported({ ...failure('PERCENT_PRICE_BY_SIDE'), market: 'silent' })).toBe(RANGE);
  });

  it('a reference price goes before the average', async () => {
    const { binance, exchange } = await refusing(failure('PERCENT_PRICE_BY_SIDE'));
    exchange.on('GET /api/v3/referencePrice', () => ({
      body: { symbol: 'XRPUSDT', referencePrice: '1.0000', timestamp: 1 },
    }));
    const refused = await binance.place(credentials, terms);
    expect(refused).toMatchObject({ sentence: `${RANGE}. Purchases are accepted from 0.2000 to 1.2000 now.` });
  });

  it("before the rules are known the exchange's words stand, and the spec's", async () => {
    expect(await reported({ ...failure('LOT_SIZE'), started: false })).toBe(
      'Binance refused the order: Filter failure: LOT_SIZE.',
    );
    expect(await reported({ ...failure('NOTIONAL'), started: false })).toBe(TOTAL);
    expect(await reported({ code: -2010, msg: 'Not enough quantity', started: false })).toBe(TOTAL);
  });
});

describe('a refusal of the matching engine', () => {
  const refused = (msg: string): Refusal => ({ code: -2010, msg });
  const balance = refused('Account has insufficient balance for requested action.');
  const trigger = refused('Order would trigger immediately.');
  const relation = refused('The relationship of the prices for the orders is not correct.');

  it('says what a balance would have to cover', async () => {
    expect(await reported(balance)).toBe('The balance is insufficient: this order needs 99.996 USDT free.');
    expect(await reported(balance, { ...terms, side: 'sell' })).toBe(
      'The balance is insufficient: this order needs 192.3 XRP free.',
    );
    const { takeProfit, stopLoss } = ocoTerms.targets;
    const targets = {
      takeProfit: { ...takeProfit, price: stopLoss.stopPrice },
      stopLoss: { ...stopLoss, stopPrice: takeProfit.price },
    };
    expect(await reported(balance, { ...ocoTerms, side: 'buy', targets })).toBe(
      'The balance is insufficient: this order needs 104.8866 USDT free.',
    );
  });

  it('says which stop price would not trigger at once', async () => {
    const said = 'The market is past the stop price already: this order would trigger at once.';
    expect(await reported(trigger, stop)).toBe(`${said} The last price is 0.5230: 0.5229 or lower would be accepted.`);
    expect(await reported(trigger, { ...stop, side: 'buy' })).toContain('0.5231 or higher would be accepted.');
    expect(await reported(trigger, { ...stop, type: 'take-profit' })).toContain('0.5231 or higher would be accepted.');
    expect(await reported({ ...trigger, market: 'silent' }, stop)).toBe(said);
  });

  it('says which price would wait', async () => {
    const takes = refused('Order would immediately match and take.');
    const maker: OrderTerms = { ...terms, type: 'limit-maker' };
    expect(await reported(takes, maker)).toBe(
      'This order would be filled at once instead of waiting at its price: 0.5230 or lower would be accepted.',
    );
    expect(await reported(takes, { ...maker, side: 'sell' })).toContain('0.5230 or higher would be accepted.');
  });

  it('says between which targets the last price must lie', async () => {
    expect(await reported(relation, ocoTerms)).toBe(
      'The last price must lie between take profit and stop loss. It is 0.5230: a take profit of 0.5231 or more and a stop loss of 0.5229 or less would be accepted.',
    );
    expect(await reported(relation, { ...ocoTerms, side: 'buy' })).toContain(
      'a take profit of 0.5229 or less and a stop loss of 0.5231 or more would be accepted.',
    );
  });

  it.each([
    ['Market is closed.', 'XRP/USDT is not traded on Binance at the moment.'],
    ['Stop loss orders are not supported for this symbol.', 'Binance takes no stop loss orders for XRP/USDT.'],
    ['OCO orders are not supported for this symbol', 'Binance takes no OCO orders for XRP/USDT.'],
    ['This symbol is not permitted for this account.', 'This account may not trade XRP/USDT on Binance.'],
    [
      'This account may not place or cancel orders.',
      "Binance has switched trading off for this account: ask Binance's support.",
    ],
    ['Not enough quantity', TOTAL],
    ['Something new and odd.', 'Binance refused the order: Something new and odd.'],
  ])('%s', async (msg, sentence) => {
    expect(await reported(refused(msg))).toBe(sentence);
  });
});

describe('a refusal by the account or the address', () => {
  it.each([
    [
      -1015,
      'Too many new orders; current limit is 100 orders per 10 SECOND.',
      'Binance takes no more orders of this account for now. Try again in a moment.',
    ],
    [-1003, 'Too many requests queued.', 'Binance takes no more requests for now. Try again in a moment.'],
    [-1022, 'Signature for this request is not valid.', 'The secret does not belong to this API key.'],
  ])('%i', async (code, msg, sentence) => {
    expect(await reported({ code, msg })).toBe(sentence);
  });

  it('never repeats a key, a secret or a signature that the exchange quotes', async () => {
    const { apiKey, secret } = credentials;
    const msg = `Illegal characters in '${apiKey}', '${secret}', signature=${'a1'.repeat(32)}.`;
    expect(await reported({ code: -1100, msg })).toBe(
      "Binance refused the order: Illegal characters in '[cut]', '[cut]', signature=[cut].",
    );
  });
});
