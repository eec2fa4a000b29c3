import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { ORDER_TYPES, type OrderType, TERMS_OF } from '../../../../domain/matching/model/order-type.ts';
import { DEFAULT_STP, type Draft, STP_MODES } from '../../../../domain/matching/model/order.ts';
import type { Pair } from '../../../../domain/matching/model/pair.ts';
import { refusal } from '../../binance-error.ts';
import type { ExchangeCore } from '../../exchange-core.ts';
import { randomClientId } from '../../ids.ts';
import type { Market } from '../../market/market.ts';
import {
  type Parameters,
  amountParameter,
  choice,
  clientIdParameter,
  required,
  symbolParameter,
  wholeParameter,
} from '../parameters.ts';
import type { AnswerType } from './order-answers.ts';
import type { OrderNames } from './order-names.ts';

const LEAST_STRATEGY_TYPE = 1_000_000;
/** The parameters of one order, and their names. */
export interface Reading {
  parameters: Parameters;
  names: OrderNames;
}
type Terms = Pick<Draft, 'type' | 'timeInForce' | 'price' | 'stopPrice' | 'clientOrderId' | 'details'>;

const notRequired = (name: string) => refusal(-1106, `Parameter '${name}' sent when not required.`);
export const neitherSent = (one: string, other: string) =>
  refusal(-1102, `Param '${one}' or '${other}' must be sent, but both were empty/null!`);

/** The name of a field that was sent, else undefined. */
const sent = ({ parameters, names }: Reading, field: keyof OrderNames): string | undefined => {
  const name = names[field];
  return name !== undefined && parameters.has(name) ? name : undefined;
};

export function marketParameter(parameters: Parameters, markets: ExchangeCore['markets']): Market {
  const market = markets.get(required(symbolParameter(parameters), 'symbol'));
  if (!market) throw refusal(-1121);
  return market;
}

export const sideParameter = (parameters: Parameters, name = 'side') =>
  required(choice(parameters.get(name), ['BUY', 'SELL'], refusal(-1117, 'Invalid side.')), name);

export const answerTypeParameter = (parameters: Parameters): AnswerType | undefined =>
  choice(
    parameters.get('newOrderRespType'),
    ['ACK', 'RESULT', 'FULL'],
    refusal(-1100, "Illegal characters found in parameter 'newOrderRespType'; legal range is 'ACK, RESULT, FULL'."),
  );

export const typeParameter = (parameters: Parameters, name: string): OrderType =>
  required(choice(parameters.get(name), ORDER_TYPES, refusal(-1116, 'Invalid orderType.')), name);

/** Refuses what these symbols do not offer, in Binance's words. */
function refuseUnsupported(reading: Reading, type: OrderType): void {
  const { price, stopPrice } = TERMS_OF[type];
  const iceberg = sent(reading, 'icebergQty');
  if (iceberg) throw price ? refusal(-2010, 'Iceberg orders are not supported for this symbol.') : notRequired(iceberg);
  const trailing = sent(reading, 'trailingDelta');
  if (trailing && !stopPrice) throw notRequired(trailing);
  const pegType = sent(reading, 'pegPriceType');
  const stray = sent(reading, 'pegOffsetType') ?? sent(reading, 'pegOffsetValue');
  if (!pegType && stray) throw notRequired(stray);
  if (!pegType) return;
  choice(reading.parameters.get(pegType), ['PRIMARY_PEG', 'MARKET_PEG'], refusal(-1210, 'Invalid pegPriceType.'));
  throw refusal(
    -2010,
    price ? 'Pegged orders are not supported for this symbol.' : 'This order type may not use pegged price.',
  );
}

function priceOf(reading: Reading, type: OrderType): Big {
  const { parameters, names } = reading;
  const extra = sent(reading, 'price');
  if (!TERMS_OF[type].price && extra) throw notRequired(extra);
  if (!TERMS_OF[type].price || names.price === undefined) return ZERO;
  return required(amountParameter(parameters, names.price, refusal(-1013, 'Invalid price.')), names.price);
}

function stopPriceOf(reading: Reading, type: OrderType): Big {
  const { parameters, names } = reading;
  const extra = sent(reading, 'stopPrice');
  if (!TERMS_OF[type].stopPrice && extra) throw notRequired(extra);
  if (!TERMS_OF[type].stopPrice || names.stopPrice === undefined) return ZERO;
  const price = amountParameter(parameters, names.stopPrice, refusal(-1013, 'Filter failure: PRICE_FILTER'));
  if (price !== undefined) return price;
  if (sent(reading, 'trailingDelta')) return ZERO;
  throw neitherSent(names.stopPrice, names.trailingDelta ?? 'trailingDelta');
}

function timeInForceOf(reading: Reading, type: OrderType): Draft['timeInForce'] {
  const { parameters, names } = reading;
  const name = names.timeInForce;
  if (name === undefined) return 'GTC';
  const given = choice(parameters.get(name), ['GTC', 'IOC', 'FOK'], refusal(-1115, 'Invalid timeInForce.'));
  if (TERMS_OF[type].timeInForce) return required(given, name);
  if (given) throw notRequired(name);
  return 'GTC';
}

function trailingOf({ parameters, names }: Reading): Pick<Draft['details'], 'trailingDelta'> {
  const trailingDelta = names.trailingDelta ? wholeParameter(parameters, names.trailingDelta) : undefined;
  return trailingDelta === undefined ? {} : { trailingDelta };
}

function detailsOf(reading: Reading): Draft['details'] {
  const { parameters, names } = reading;
  const stp = choice(
    parameters.get('selfTradePreventionMode'),
    STP_MODES,
    refusal(-1013, 'This symbol does not allow the specified self-trade prevention mode.'),
  );
  const strategyId = wholeParameter(parameters, names.strategyId);
  const strategyType = wholeParameter(parameters, names.strategyType);
  if (strategyType !== undefined && strategyType < LEAST_STRATEGY_TYPE) {
    throw refusal(-1134, '`strategyType` was less than 1000000.');
  }
  return {
    stp: stp ?? DEFAULT_STP,
    ...trailingOf(reading),
    ...(strategyId === undefined ? {} : { strategyId }),
    ...(strategyType === undefined ? {} : { strategyType }),
  };
}

/** One order's terms without its size. Throws the refusal for terms that its type lacks or does not take. */
export function readTerms(reading: Reading, type: OrderType): Terms {
  refuseUnsupported(reading, type);
  return {
    type,
    timeInForce: timeInForceOf(reading, type),
    price: priceOf(reading, type),
    stopPrice: stopPriceOf(reading, type),
    clientOrderId: clientIdParameter(reading.parameters, reading.names.clientOrderId) ?? randomClientId(),
    details: detailsOf(reading),
  };
}

const quantityParameter = (parameters: Parameters, name: string): Big | undefined =>
  amountParameter(parameters, name, refusal(-1013, 'Invalid quantity.'));

export const quantityOf = (parameters: Parameters, name: string): Big =>
  required(quantityParameter(parameters, name), name);

/** The size of a single order; a market order may be sized by value. */
function sizeOf(parameters: Parameters, type: OrderType) {
  const quantity = quantityParameter(parameters, 'quantity');
  const quoteOrderQty = amountParameter(parameters, 'quoteOrderQty', refusal(-1013, 'Invalid quote order qty.'));
  if (type !== 'MARKET') {
    if (quoteOrderQty) throw notRequired('quoteOrderQty');
    return { quantity: required(quantity, 'quantity'), quoteOrderQty: ZERO };
  }
  if (quantity && quoteOrderQty) throw refusal(-1128, 'Combination of optional parameters invalid.');
  if (!quantity && !quoteOrderQty) throw neitherSent('quantity', 'quoteOrderQty');
  return { quantity: quantity ?? ZERO, quoteOrderQty: quoteOrderQty ?? ZERO };
}

/** A whole order of `order` or `order/cancelReplace`. */
export function readDraft(reading: Reading, of: { pair: Pair; side: Draft['side'] }): Draft {
  const type = typeParameter(reading.parameters, reading.names.type ?? 'type');
  return { ...of, ...readTerms(reading, type), ...sizeOf(reading.parameters, type) };
}
