import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { ListDraft } from '../../../../domain/matching/model/order-list.ts';
import type { OrderType } from '../../../../domain/matching/model/order-type.ts';
import type { Draft } from '../../../../domain/matching/model/order.ts';
import type { Pair } from '../../../../domain/matching/model/pair.ts';
import { checkEntryType, checkOpoSides, checkPairTypes } from '../../../../domain/matching/rules/list-types.ts';
import { refusal } from '../../binance-error.ts';
import { randomClientId } from '../../ids.ts';
import { type OrderNames, prefixed } from '../orders/order-names.ts';
import { quantityOf, readTerms, sideParameter, typeParameter } from '../orders/order-parameters.ts';
import { type Parameters, clientIdParameter } from '../parameters.ts';

export const WORKING = { ...prefixed('working'), quantity: 'workingQuantity' };
export const PENDING = { ...prefixed('pending'), quantity: 'pendingQuantity' };
export const PAIR = { above: prefixed('above'), below: prefixed('below') };
export const PENDING_PAIR = { above: prefixed('pendingAbove'), below: prefixed('pendingBelow') };
/** The legs of the deprecated `order/oco`; their types follow from what is sent. */
export const OLD_LIMIT_LEG = {
  price: 'price',
  clientOrderId: 'limitClientOrderId',
  strategyId: 'limitStrategyId',
  strategyType: 'limitStrategyType',
  icebergQty: 'limitIcebergQty',
};
export const OLD_STOP_LEG = {
  price: 'stopLimitPrice',
  stopPrice: 'stopPrice',
  timeInForce: 'stopLimitTimeInForce',
  clientOrderId: 'stopClientOrderId',
  strategyId: 'stopStrategyId',
  strategyType: 'stopStrategyType',
  icebergQty: 'stopIcebergQty',
  trailingDelta: 'trailingDelta',
};

/** The common terms of the orders of a list. */
interface Common {
  pair: Pair;
  side: Draft['side'];
  quantity: Big;
}
type Named = OrderNames & { type: string };

const clientListId = (parameters: Parameters): string =>
  clientIdParameter(parameters, 'listClientOrderId') ?? randomClientId();

const readOrder = (parameters: Parameters, names: OrderNames, of: Common & { type: OrderType }): Draft => ({
  ...of,
  quoteOrderQty: ZERO,
  ...readTerms({ parameters, names }, of.type),
});

/** Two legs of which one cancels the other: the one below, then the one above. */
function readPair(parameters: Parameters, names: { above: Named; below: Named }, of: Common): Draft[] {
  const types = {
    above: typeParameter(parameters, names.above.type),
    below: typeParameter(parameters, names.below.type),
  };
  checkPairTypes(of.side, types);
  return (['below', 'above'] as const).map((place) =>
    readOrder(parameters, names[place], { ...of, type: types[place] }),
  );
}

export function readOco(parameters: Parameters, pair: Pair): ListDraft {
  const side = sideParameter(parameters);
  const quantity = quantityOf(parameters, 'quantity');
  const legs = readPair(parameters, PAIR, { pair, side, quantity });
  return { pair, clientListId: clientListId(parameters), working: null, legs, paysLegs: false };
}

export function readOldOco(parameters: Parameters, pair: Pair): ListDraft {
  const side = sideParameter(parameters);
  const of = { pair, side, quantity: quantityOf(parameters, 'quantity') };
  // One without the other is refused as not required.
  const isLimited = parameters.has('stopLimitPrice') && parameters.has('stopLimitTimeInForce');
  const limit = readOrder(parameters, OLD_LIMIT_LEG, { ...of, type: 'LIMIT_MAKER' });
  const stop = readOrder(parameters, OLD_STOP_LEG, { ...of, type: isLimited ? 'STOP_LOSS_LIMIT' : 'STOP_LOSS' });
  const legs = side === 'SELL' ? [stop, limit] : [limit, stop];
  return { pair, clientListId: clientListId(parameters), working: null, legs, paysLegs: false };
}

function readWorking(parameters: Parameters, pair: Pair): Draft {
  const type = typeParameter(parameters, WORKING.type);
  checkEntryType(type);
  const side = sideParameter(parameters, 'workingSide');
  return readOrder(parameters, WORKING, { pair, side, type, quantity: quantityOf(parameters, WORKING.quantity) });
}

/** The size of the legs, which in an OPO is not known before the entry is filled. */
function legsOf(parameters: Parameters, of: { pair: Pair; paysLegs: boolean; working: Draft }): Common {
  const { pair, paysLegs, working } = of;
  const side = sideParameter(parameters, 'pendingSide');
  if (!paysLegs) return { pair, side, quantity: quantityOf(parameters, PENDING.quantity) };
  checkOpoSides(working.side, side);
  if (parameters.has(PENDING.quantity))
    throw refusal(-1225, `Pending orders should not include the '${PENDING.quantity}' tag.`);
  return { pair, side, quantity: ZERO };
}

/** A working order and what follows it: one order, or a pair. */
export const readTriggering =
  (of: { paysLegs: boolean; paired: boolean }) =>
  (parameters: Parameters, pair: Pair): ListDraft => {
    const working = readWorking(parameters, pair);
    const common = legsOf(parameters, { pair, working, paysLegs: of.paysLegs });
    const legs = of.paired
      ? readPair(parameters, PENDING_PAIR, common)
      : [readOrder(parameters, PENDING, { ...common, type: typeParameter(parameters, PENDING.type) })];
    return { pair, clientListId: clientListId(parameters), working, legs, paysLegs: of.paysLegs };
  };
