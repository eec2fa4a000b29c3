import type { Big } from 'big.js';
import { type BinanceError, filterFailure, refusal } from '../binance-error.ts';
import { type Draft, inventId } from '../books/matching.ts';
import { type OrderType, ZERO } from '../books/order.ts';
import type { Market } from '../market/market.ts';
import type { Floor } from '../floor.ts';
import { MAX_NUM_ORDERS, PERCENT_PRICE, type Pair } from '../pairs.ts';
import { decimals } from '../../../lib/decimal.ts';
import type { Account } from '../books/account.ts';
import { DEFAULT_STP, STP_MODES } from './exchange-info.ts';
import type { AnswerType } from './order-answers.ts';
import {
  type Parameters,
  choice,
  clientIdParameter,
  decimalParameter,
  required,
  symbolParameter,
  wholeParameter,
} from './parameters.ts';

export const ORDER_PARAMETERS = [
  'symbol',
  'side',
  'type',
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'newClientOrderId',
  'strategyId',
  'strategyType',
  'stopPrice',
  'trailingDelta',
  'icebergQty',
  'newOrderRespType',
  'selfTradePreventionMode',
  'pegPriceType',
  'pegOffsetValue',
  'pegOffsetType',
] as const;

const PRECISION = 8;
const LEAST_STRATEGY_TYPE = 1_000_000;
/** Known to Binance, not offered on these symbols (see orderTypes in exchangeInfo). */
const NOT_OFFERED: Record<string, string> = {
  STOP_LOSS: 'Stop loss orders',
  STOP_LOSS_LIMIT: 'Stop loss limit orders',
  TAKE_PROFIT: 'Take profit orders',
  TAKE_PROFIT_LIMIT: 'Take profit limit orders',
};

export interface OrderRequest {
  draft: Draft;
  answer: AnswerType;
}

const notRequired = (name: string) => refusal(-1106, `Parameter '${name}' sent when not required.`);

function orderType(parameters: Parameters): OrderType {
  const text = required(parameters.get('type'), 'type');
  const refused = NOT_OFFERED[text];
  if (refused) throw refusal(-2010, `${refused} are not supported for this symbol.`);
  return required(choice(text, ['LIMIT', 'LIMIT_MAKER', 'MARKET'], refusal(-1116, 'Invalid orderType.')), 'type');
}

function refuseUnsupported(parameters: Parameters): void {
  if (parameters.has('icebergQty')) throw refusal(-2010, 'Iceberg orders are not supported for this symbol.');
  if (parameters.has('trailingDelta')) throw refusal(-2010, 'Trailing stop orders are not supported for this symbol.');
  if (parameters.has('pegPriceType')) throw refusal(-2010, 'Pegged orders are not supported for this symbol.');
  for (const name of ['stopPrice', 'pegOffsetValue', 'pegOffsetType']) {
    if (parameters.has(name)) throw notRequired(name);
  }
}

/** A positive amount within the asset's precision, or undefined when it was not sent. */
function amount(parameters: Parameters, name: string, zero: string): Big | undefined {
  const value = decimalParameter(parameters, name);
  if (value === undefined) return undefined;
  if (decimals(value) > PRECISION) throw refusal(-1111, `Parameter '${name}' has too much precision.`);
  if (value.eq(0)) throw refusal(-1013, zero);
  return value;
}

function amounts(parameters: Parameters, type: OrderType) {
  const quantity = amount(parameters, 'quantity', 'Invalid quantity.');
  const quoteOrderQty = amount(parameters, 'quoteOrderQty', 'Invalid quote order qty.');
  const price = amount(parameters, 'price', 'Invalid price.');
  if (type !== 'MARKET') {
    if (quoteOrderQty) throw notRequired('quoteOrderQty');
    return { quantity: required(quantity, 'quantity'), quoteOrderQty: ZERO, price: required(price, 'price') };
  }
  if (price) throw notRequired('price');
  if (quantity && quoteOrderQty) throw refusal(-1128, 'Combination of optional parameters invalid.');
  if (!quantity && !quoteOrderQty) {
    throw refusal(-1102, "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!");
  }
  return { quantity: quantity ?? ZERO, quoteOrderQty: quoteOrderQty ?? ZERO, price: ZERO };
}

function timeInForce(parameters: Parameters, type: OrderType) {
  const given = choice(parameters.get('timeInForce'), ['GTC', 'IOC', 'FOK'], refusal(-1115, 'Invalid timeInForce.'));
  if (type === 'LIMIT') return required(given, 'timeInForce');
  if (given) throw notRequired('timeInForce');
  return 'GTC';
}

function details(parameters: Parameters): Draft['details'] {
  const stp = choice(
    parameters.get('selfTradePreventionMode'),
    STP_MODES,
    refusal(-1013, 'This symbol does not allow the specified self-trade prevention mode.'),
  );
  const strategyId = wholeParameter(parameters, 'strategyId');
  const strategyType = wholeParameter(parameters, 'strategyType');
  if (strategyType !== undefined && strategyType < LEAST_STRATEGY_TYPE) {
    throw refusal(-1134, '`strategyType` was less than 1000000.');
  }
  return {
    stp: stp ?? DEFAULT_STP,
    ...(strategyId === undefined ? {} : { strategyId }),
    ...(strategyType === undefined ? {} : { strategyType }),
  };
}

/** An order as asked for; whether the symbol and the account allow it is `checkOrder`'s question. */
export function readOrder(parameters: Parameters, markets: Floor['markets']): OrderRequest {
  const symbol = required(symbolParameter(parameters), 'symbol');
  const side = required(choice(parameters.get('side'), ['BUY', 'SELL'], refusal(-1117, 'Invalid side.')), 'side');
  const answer = choice(
    parameters.get('newOrderRespType'),
    ['ACK', 'RESULT', 'FULL'],
    refusal(-1100, "Illegal characters found in parameter 'newOrderRespType'; legal range is 'ACK, RESULT, FULL'."),
  );
  const market = markets.get(symbol);
  if (!market) throw refusal(-1121);
  const type = orderType(parameters);
  refuseUnsupported(parameters);
  const clientOrderId = clientIdParameter(parameters, 'newClientOrderId') ?? inventId();
  const draft: Draft = {
    pair: market.pair,
    side,
    type,
    timeInForce: timeInForce(parameters, type),
    ...amounts(parameters, type),
    clientOrderId,
    details: details(parameters),
  };
  return { draft, answer: answer ?? (type === 'LIMIT_MAKER' ? 'ACK' : 'FULL') };
}

const isMultiple = (amountGiven: Big, step: Big): boolean => amountGiven.mod(step).eq(0);
const isWithin = (value: Big, low: Big, high: Big): boolean => value.gte(low) && value.lte(high);

function priceFailure({ pair, side, price }: Draft, average: Big): BinanceError | null {
  if (!isWithin(price, pair.minPrice, pair.maxPrice) || !isMultiple(price, pair.tick))
    return filterFailure('PRICE_FILTER');
  const { bidMultiplierUp, bidMultiplierDown, askMultiplierUp, askMultiplierDown } = PERCENT_PRICE;
  const [down, up] = side === 'BUY' ? [bidMultiplierDown, bidMultiplierUp] : [askMultiplierDown, askMultiplierUp];
  return isWithin(price, average.times(down), average.times(up)) ? null : filterFailure('PERCENT_PRICE_BY_SIDE');
}

function quantityFailure(pair: Pair, quantity: Big): BinanceError | null {
  const fits = isWithin(quantity, pair.minQty, pair.maxQty) && isMultiple(quantity, pair.step);
  return fits ? null : filterFailure('LOT_SIZE');
}

function notionalFailure(draft: Draft, average: Big): BinanceError | null {
  const { pair, type, quantity, quoteOrderQty, price } = draft;
  const isMarket = type === 'MARKET';
  const worth = quoteOrderQty.gt(0) ? quoteOrderQty : quantity.times(isMarket ? average : price);
  const tooMuch = !isMarket && worth.gt(pair.maxNotional);
  return worth.lt(pair.minNotional) || tooMuch ? filterFailure('NOTIONAL') : null;
}

/** The symbol's filters, then the account's own open orders. */
export function checkOrder(draft: Draft, account: Account, at: { market: Market; now: number }): void {
  const average = at.market.averagePrice(at.now);
  const failure =
    (draft.price.gt(0) ? priceFailure(draft, average) : null) ??
    (draft.quantity.gt(0) ? quantityFailure(draft.pair, draft.quantity) : null) ??
    notionalFailure(draft, average);
  if (failure) throw failure;
  const open = [...account.open.values()];
  if (open.filter((order) => order.pair === draft.pair).length >= MAX_NUM_ORDERS) throw filterFailure('MAX_NUM_ORDERS');
  if (open.some((order) => order.clientOrderId === draft.clientOrderId)) throw refusal(-2010, 'Duplicate order sent.');
}
