import type { Answer, Credentials, Exchange } from '../exchange.ts';
import type { Rest } from '../ccxt/rest/rest.ts';
import { Execution, page, type WireExecution } from './bybit-messages.ts';

const PER_PAGE = 100;
/** One question covers a week, and a trade is looked for in this many. */
const WEEK = 604_800_000;
const WEEKS = 13;
const Executions = page(Execution);

type FillsOf = Parameters<Exchange['fills']>[1];
type Period = { startTime?: number; endTime?: number };

/** Newest first. By order: all of them. From a trade on: back to it, week by week. Else the newest page. */
export async function readExecutions(
  rest: Rest,
  credentials: Credentials,
  of: FillsOf,
): Promise<Answer<WireExecution[]>> {
  const { symbol, exchangeOrderId: orderId, fromTradeId } = of;
  const found: WireExecution[] = [];
  const isEnough = () => found.some(({ execId }) => execId === fromTradeId);

  async function readPage(period: Period, cursor: string | undefined) {
    const whose = orderId === undefined ? {} : { orderId };
    const from = cursor === undefined ? {} : { cursor };
    const params = { category: 'spot', symbol, ...whose, limit: PER_PAGE, ...period, ...from };
    return rest.ask({ path: 'v5/execution/list', params, urgent: true, answer: Executions }, credentials);
  }

  async function readPeriod(period: Period): Promise<Answer<unknown>> {
    let cursor: string | undefined;
    for (;;) {
      const answer = await readPage(period, cursor);
      if (answer.outcome !== 'ok') return answer;
      const { list, nextPageCursor } = answer.value;
      found.push(...list);
      const wantsMore = (orderId ?? fromTradeId) !== undefined && !isEnough();
      if (!wantsMore || !nextPageCursor || list.length < PER_PAGE) return answer;
      cursor = nextPageCursor;
    }
  }

  const now = rest.time.now();
  const weeks = fromTradeId !== undefined && orderId === undefined ? WEEKS : 1;
  for (let week = 0; week < weeks && !isEnough(); week += 1) {
    const period = week === 0 ? {} : { startTime: now - (week + 1) * WEEK, endTime: now - week * WEEK };
    const answer = await readPeriod(period);
    if (answer.outcome !== 'ok') return answer;
  }
  return { outcome: 'ok', value: found };
}
