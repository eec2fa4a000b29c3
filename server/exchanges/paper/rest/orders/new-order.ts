import { checkAdmission } from '../../../../domain/matching/rules/admission.ts';
import { type Wanted, checkIds } from '../../../../domain/matching/rules/capacity.ts';
import { commissionForOrder } from '../commission.ts';
import type { SignedCall } from '../endpoint.ts';
import { booleanParameter } from '../parameters.ts';
import { placedAnswer, usualAnswer } from './order-answers.ts';
import { BARE, namesIn } from './order-names.ts';
import { answerTypeParameter, marketParameter, readDraft, sideParameter } from './order-parameters.ts';

export const ORDER_PARAMETERS = [
  ...namesIn(BARE),
  'symbol',
  'side',
  'quoteOrderQty',
  'newOrderRespType',
  'selfTradePreventionMode',
];

/** A single order as asked for; its filters are checked, its client id is not. */
export function readOrder({ core, parameters, account }: SignedCall) {
  const answer = answerTypeParameter(parameters);
  const side = sideParameter(parameters);
  const market = marketParameter(parameters, core.markets);
  const draft = readDraft({ parameters, names: BARE }, { pair: market.pair, side });
  const wanted: Wanted = { market, drafts: [draft], clientListId: null };
  checkAdmission(wanted, account, core.now());
  return { draft, wanted, answer: answer ?? usualAnswer(draft) };
}

/** Sends a checked order to the market. */
export function send({ core, account }: SignedCall, { draft, wanted, answer }: ReturnType<typeof readOrder>) {
  checkIds(wanted, account);
  const { order, fills } = core.matching.place(account, draft);
  return placedAnswer(answer, order, fills);
}

export function placeOrder(call: SignedCall) {
  const order = readOrder(call);
  call.limits.checkOrders(call.account.id);
  return send(call, order);
}

/** Checks an order as if it were placed, and places nothing. */
export function tryOrder(call: SignedCall) {
  const { wanted } = readOrder(call);
  checkIds(wanted, call.account);
  return booleanParameter(call.parameters, 'computeCommissionRates') ? commissionForOrder(call.account) : {};
}
