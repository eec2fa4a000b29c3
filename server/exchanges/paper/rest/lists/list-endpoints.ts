import { type ListDraft, ordersOf } from '../../../../domain/matching/model/order-list.ts';
import { isOpen } from '../../../../domain/matching/model/order.ts';
import type { Pair } from '../../../../domain/matching/model/pair.ts';
import { checkAdmission } from '../../../../domain/matching/rules/admission.ts';
import { checkIds } from '../../../../domain/matching/rules/capacity.ts';
import { refusal } from '../../binance-error.ts';
import { randomClientId } from '../../ids.ts';
import type { Endpoint, SignedCall } from '../endpoint.ts';
import { requiredSymbol } from '../orders/find-order.ts';
import { canceledListAnswer, listAnswer, placedListAnswer } from '../orders/list-answers.ts';
import { namesIn } from '../orders/order-names.ts';
import { answerTypeParameter, marketParameter } from '../orders/order-parameters.ts';
import { type Parameters, clientIdParameter, limitParameter, timeSpan, wholeParameter } from '../parameters.ts';
import { findList } from './find-list.ts';
import {
  OLD_LIMIT_LEG,
  OLD_STOP_LEG,
  PAIR,
  PENDING,
  PENDING_PAIR,
  WORKING,
  readOco,
  readOldOco,
  readTriggering,
} from './read-list.ts';

const COMMON = ['symbol', 'listClientOrderId', 'newOrderRespType', 'selfTradePreventionMode'];
const WITH_ENTRY = [...COMMON, ...namesIn(WORKING), 'workingSide', 'pendingSide', PENDING.quantity];
const LEGS = [...namesIn(PENDING_PAIR.above), ...namesIn(PENDING_PAIR.below)];

const place = (read: (parameters: Parameters, pair: Pair) => ListDraft) => (call: SignedCall) => {
  const { core, parameters, account, limits } = call;
  const answer = answerTypeParameter(parameters) ?? 'RESULT';
  const market = marketParameter(parameters, core.markets);
  const draft = read(parameters, market.pair);
  const drafts = draft.working ? [draft.working, ...draft.legs] : draft.legs;
  const wanted = { market, drafts, clientListId: draft.clientListId };
  checkAdmission(wanted, account, core.now());
  checkIds(wanted, account);
  limits.checkOrders(account.id, drafts.length);
  return placedListAnswer(answer, core.matching.placeList(account, draft));
};

async function cancelList(call: SignedCall) {
  const { core, parameters, account } = call;
  const symbol = requiredSymbol(call);
  const cancelId = clientIdParameter(parameters, 'newClientOrderId') ?? randomClientId();
  const list = await findList(call, 'listClientOrderId');
  const isMine = list?.pair.symbol === symbol && account.lists.get(list.orderListId) === list;
  const order = isMine ? ordersOf(list).find(isOpen) : undefined;
  if (!list || !order) throw refusal(-2011);
  return canceledListAnswer(list, core.cancel(order, cancelId), cancelId);
}

async function queryList(call: SignedCall) {
  const list = await findList(call, 'origClientOrderId');
  if (!list) throw refusal(-2013);
  return listAnswer(list);
}

const openLists = ({ account }: SignedCall) => [...account.lists.values()].map((list) => listAnswer(list));

async function allLists({ parameters, account, core }: SignedCall) {
  const span = timeSpan(parameters);
  const fromId = wholeParameter(parameters, 'fromId');
  if (fromId !== undefined && Object.keys(span).length > 0)
    throw refusal(-1128, 'Combination of optional parameters invalid.');
  const of = { apiKey: account.id, limit: limitParameter(parameters, 500, 1000), ...span };
  await core.journal.committed();
  const lists = await core.store.lists(fromId === undefined ? of : { ...of, fromId });
  return lists.map((list) => listAnswer(list));
}

const placing = (
  path: string,
  reads: readonly string[],
  read: (parameters: Parameters, pair: Pair) => ListDraft,
): Endpoint => ({ method: 'POST', path: `/api/v3/${path}`, security: 'trade', weight: 1, reads, run: place(read) });

const asking = (path: string, of: Pick<Endpoint, 'reads' | 'weight'> & { run: (call: SignedCall) => unknown }) =>
  ({ method: 'GET', path: `/api/v3/${path}`, security: 'signed', ...of }) satisfies Endpoint;

export const listEndpoints: Endpoint[] = [
  placing('orderList/oco', [...COMMON, 'side', 'quantity', ...namesIn(PAIR.above), ...namesIn(PAIR.below)], readOco),
  placing('orderList/oto', [...WITH_ENTRY, ...namesIn(PENDING)], readTriggering({ paysLegs: false, paired: false })),
  placing('orderList/otoco', [...WITH_ENTRY, ...LEGS], readTriggering({ paysLegs: false, paired: true })),
  placing('orderList/opo', [...WITH_ENTRY, ...namesIn(PENDING)], readTriggering({ paysLegs: true, paired: false })),
  placing('orderList/opoco', [...WITH_ENTRY, ...LEGS], readTriggering({ paysLegs: true, paired: true })),
  placing(
    'order/oco',
    [...COMMON, 'side', 'quantity', ...namesIn(OLD_LIMIT_LEG), ...namesIn(OLD_STOP_LEG)],
    readOldOco,
  ),
  {
    method: 'DELETE',
    path: '/api/v3/orderList',
    security: 'trade',
    weight: 1,
    reads: ['symbol', 'orderListId', 'listClientOrderId', 'newClientOrderId'],
    run: cancelList,
  },
  asking('orderList', { reads: ['orderListId', 'origClientOrderId'], weight: 4, run: queryList }),
  asking('openOrderList', { reads: [], weight: 6, run: openLists }),
  asking('allOrderList', { reads: ['fromId', 'startTime', 'endTime', 'limit'], weight: 20, run: allLists }),
];
