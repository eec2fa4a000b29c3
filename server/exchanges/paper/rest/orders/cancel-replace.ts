import { BinanceError, inBinanceWords, refusal } from '../../binance-error.ts';
import { randomClientId } from '../../ids.ts';
import type { SignedCall } from '../endpoint.ts';
import { type Parameters, choice, clientIdParameter, required } from '../parameters.ts';
import { cancelFound, restrictionParameter } from './cancel-order.ts';
import { findOrder } from './find-order.ts';
import { ORDER_PARAMETERS, readOrder, send } from './new-order.ts';

export const REPLACE_PARAMETERS = [
  ...ORDER_PARAMETERS,
  'cancelReplaceMode',
  'cancelNewClientOrderId',
  'cancelOrigClientOrderId',
  'cancelOrderId',
  'cancelRestrictions',
  'orderRateLimitExceededMode',
];
const NAMES = { orderId: 'cancelOrderId', clientOrderId: 'cancelOrigClientOrderId' };
const NOT_ATTEMPTED = { result: 'NOT_ATTEMPTED', response: null } as const;

interface Half {
  result: 'SUCCESS' | 'FAILURE' | 'NOT_ATTEMPTED';
  response: object | null;
}

const modeParameter = <const Mode extends string>(parameters: Parameters, name: string, modes: readonly Mode[]) =>
  choice(parameters.get(name), modes, refusal(-1130, `Data sent for parameter '${name}' is not valid.`));

function attempt(run: () => object): Half {
  try {
    return { result: 'SUCCESS', response: run() };
  } catch (error) {
    const refused = inBinanceWords(error);
    if (!(refused instanceof BinanceError)) throw error;
    return { result: 'FAILURE', response: { code: refused.code, msg: refused.message } };
  }
}

/** Why no more orders may be placed now; null while they may. */
function limitReached({ limits, account }: SignedCall): BinanceError | null {
  try {
    limits.checkOrders(account.id);
    return null;
  } catch (error) {
    if (error instanceof BinanceError) return error;
    throw error;
  }
}

function sendUnless(limit: BinanceError | null, call: SignedCall, order: ReturnType<typeof readOrder>) {
  if (limit) throw limit;
  return send(call, order);
}

function failed(data: object, of: { halves: readonly Half[]; status: number | undefined }): BinanceError {
  const partly = of.halves.some((half) => half.result === 'SUCCESS');
  const error = partly
    ? new BinanceError(-2021, 'Order cancel-replace partially failed.', of.status)
    : new BinanceError(-2022, 'Order cancel-replace failed.', of.status);
  error.data = data;
  return error;
}

/**
 * Cancels one order and places another. Filters and the order limit come first: when they refuse, nothing happens.
 * Throws -2021 or -2022 with the outcome of each half.
 */
export async function cancelReplace(call: SignedCall) {
  const { parameters, limits, account } = call;
  const mode = required(
    modeParameter(parameters, 'cancelReplaceMode', ['STOP_ON_FAILURE', 'ALLOW_FAILURE']),
    'cancelReplaceMode',
  );
  const limitMode =
    modeParameter(parameters, 'orderRateLimitExceededMode', ['DO_NOTHING', 'CANCEL_ONLY']) ?? 'DO_NOTHING';
  const restriction = restrictionParameter(parameters);
  const cancelId = clientIdParameter(parameters, 'cancelNewClientOrderId') ?? randomClientId();
  const order = readOrder(call);
  const limit = limitReached(call);
  if (limit && limitMode === 'DO_NOTHING') throw limit;
  const found = await findOrder(call, NAMES);
  const cancel = attempt(() => cancelFound(call, found, { cancelId, restriction }));
  const stops = cancel.result === 'FAILURE' && mode === 'STOP_ON_FAILURE';
  // An order that was not attempted counts as well.
  if (stops) limits.countOrder(account.id, 1);
  const place = stops ? NOT_ATTEMPTED : attempt(() => sendUnless(limit, call, order));
  const data = {
    cancelResult: cancel.result,
    newOrderResult: place.result,
    cancelResponse: cancel.response,
    newOrderResponse: place.response,
  };
  if (cancel.result === 'SUCCESS' && place.result === 'SUCCESS') return data;
  throw failed(data, { halves: [cancel, place], status: limit && mode === 'STOP_ON_FAILURE' ? 429 : undefined });
}
