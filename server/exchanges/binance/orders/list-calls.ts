import type {
  Credentials,
  Exchange,
  ExchangeOrder,
  ListCancellation,
  ListLookup,
  ListPlacement,
  ListTerms,
  NamedList,
  Rejection,
} from '../../exchange.ts';
import { orderRank } from '../../../runtime/rate-budget/call-rank.ts';
import { notSent } from '../../refusals.ts';
import { listRequest } from './list-terms.ts';
import { CANCEL_REJECTED, isDuplicate, NO_SUCH_ORDER } from './refusal-codes.ts';
import { CancelledList, PlacedList, QueriedList, toList } from './wire-orders.ts';
import type { BinanceOrderDeps } from './deps.ts';

const LIST = '/api/v3/orderList';
/** Undocumented: https://github.com/binance/binance-spot-api-docs/pull/43 */
const NO_SUCH_LIST = -2018;

type Named = { symbol: string; clientListId: string };
type ListCalls = Pick<Exchange, 'placeList' | 'cancelList' | 'findList'>;

/** Why Binance cannot keep such a list for this pair; undefined when it can, or when its rules are not known yet. */
function whyNot(terms: ListTerms, pairs: ReturnType<Exchange['pairs']>): string | undefined {
  const pair = pairs.get(terms.symbol);
  if (pair === undefined) return undefined;
  const name = `${pair.base}/${pair.counter}`;
  const both = terms.targets.takeProfit !== null && terms.targets.stopLoss !== null;
  if (both && !pair.lists.has('oco'))
    return `Binance keeps no take profit and stop loss together for ${name}: set one of them.`;
  if (!pair.lists.has(terms.kind))
    return `Binance takes no entry together with its targets for ${name}: set them once it is filled.`;
  return undefined;
}

/** Order lists that Binance keeps by itself, as a whole. */
export function createListCalls(deps: Omit<BinanceOrderDeps, 'log'> & Pick<Exchange, 'find'>): ListCalls {
  const { rest, pairs, find, explain, closedCancel } = deps;
  /** A list says nothing of its orders' state: each of them is looked up. */
  async function findList(credentials: Credentials, list: NamedList): Promise<ListLookup> {
    const params =
      'clientListId' in list ? { origClientOrderId: list.clientListId } : { orderListId: list.exchangeListId };
    const answer = await rest.ask({ path: LIST, params, weight: 4, urgent: true, answer: QueriedList }, credentials);
    if (answer.outcome === 'unknown') return answer;
    if (answer.outcome === 'rejected') {
      return answer.code === NO_SUCH_LIST || answer.code === NO_SUCH_ORDER ? { outcome: 'absent' } : answer;
    }
    const orders: ExchangeOrder[] = [];
    for (const lookup of await Promise.all(answer.value.orders.map((order) => find(credentials, order)))) {
      if (lookup.outcome === 'absent') {
        return { outcome: 'unknown', reason: 'Binance has the list, and one of its orders could not be read yet.' };
      }
      if (lookup.outcome !== 'found') return lookup;
      orders.push(lookup.order);
    }
    return { outcome: 'found', list: toList(answer.value, orders) };
  }

  async function placeList(credentials: Credentials, terms: ListTerms): Promise<ListPlacement> {
    const reason = whyNot(terms, pairs());
    if (reason !== undefined) return notSent(reason);
    const request = listRequest(terms);
    if (request === undefined) return notSent('An entry without a take profit or a stop loss is no list.');
    const rank = orderRank({ isExit: terms.kind === 'oco' });
    const answer = await rest.ask({ method: 'POST', ...request, weight: 1, rank, answer: PlacedList }, credentials);
    if (answer.outcome === 'ok') return { outcome: 'accepted', list: answer.value };
    if (answer.outcome === 'unknown') return answer;
    if (!isDuplicate(answer)) return explain(answer, terms);
    // M-00: an earlier copy of this very list exists; a refusal would make the caller forget it.
    const earlier = await findList(credentials, terms);
    if (earlier.outcome === 'found') return { outcome: 'accepted', list: earlier.list };
    return { outcome: 'unknown', reason: 'Binance has an earlier copy of this list, which could not be read yet.' };
  }

  async function cancelList(credentials: Credentials, list: Named): Promise<ListCancellation> {
    const params = { symbol: list.symbol, listClientOrderId: list.clientListId };
    const answer = await rest.ask(
      { method: 'DELETE', path: LIST, params, weight: 1, urgent: true, answer: CancelledList },
      credentials,
    );
    if (answer.outcome === 'ok') return { outcome: 'cancelled', list: answer.value };
    if (answer.outcome === 'unknown') return answer;
    const closed = await closedCancel(answer, list.symbol);
    if (closed) return closed;
    return answer.code === CANCEL_REJECTED ? tooLate(credentials, list, answer) : answer;
  }

  /** A cancellation that lost to a fill is no error: the list's own state is the answer. */
  async function tooLate(credentials: Credentials, list: Named, refused: Rejection): Promise<ListCancellation> {
    const lookup = await findList(credentials, list);
    if (lookup.outcome === 'absent') return refused;
    if (lookup.outcome !== 'found') return lookup;
    if (lookup.list.state !== 'open') return { outcome: 'already-done', list: lookup.list };
    return { outcome: 'unknown', reason: 'Binance refused the cancellation, and still shows the list as open.' };
  }

  return { placeList, cancelList, findList };
}
