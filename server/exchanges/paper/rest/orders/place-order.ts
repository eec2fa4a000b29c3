import { type Wanted, checkFilters, checkIds, checkRoom } from '../../filters.ts';
import type { SignedCall } from '../endpoint.ts';
import { booleanParameter } from '../parameters.ts';
import { commissionForOrder } from '../account/commission.ts';
import { usualAnswer, placedAnswer } from './order-answers.ts';
import { BARE, namesIn } from './order-names.ts';
import { checkTrading } from './symbol-status.ts';
import { answerNamed, marketNamed, readDraft, sideNamed } from './order-terms.ts';

export const ORDER_PARAMETERS = [
  ...namesIn(BARE),
  'symbol',
  'side',
  'quoteOrderQty',
  'newOrderRespType',
  'selfTradePreventionMode',
];

/** Whether the symbol trades, its filters for each order, then what the account may have open. Throws the refusal. */
export function checkWanted({ core, account }: SignedCall, wanted: Wanted): void {
  const { market } = wanted;
  checkTrading(market);
  for (const draft of wanted.drafts) checkFilters(draft, { market, now: core.now() });
  checkRoom(wanted, account);
}

/** A single order as asked for; its filters are looked at, its client id is not. */
export function readOrder(call: SignedCall) {
  const { core, parameters } = call;
  const answer = answerNamed(parameters);
  const side = sideNamed(parameters);
  const market = marketNamed(parameters, core.markets);
  const draft = readDraft({ parameters, names: BARE }, { pair: market.pair, side });
  const wanted: Wanted = { market, drafts: [draft], clientListId: null };
  checkWanted(call, wanted);
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
  call.limits.checkOrders(call.account.apiKey);
  return send(call, order);
}

/** Checks an order as if it were placed, and places nothing. */
export function tryOrder(call: SignedCall) {
  const { wanted } = readOrder(call);
  checkIds(wanted, call.account);
  return booleanParameter(call.parameters, 'computeCommissionRates') ? commissionForOrder(call.account) : {};
}
