import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import { type ClosedCandle, isCloseDue } from '../../../domain/exit-plan/candle-close.ts';
import { factsOf } from '../../../domain/exit-plan/plan-facts.ts';
import type { OrderDeps } from '../deps.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';

/** EX-11: the candles that have closed since they were last decided on; none where that is not due, or they cannot be read. */
export async function closedCandles(
  { markets, log }: Pick<OrderDeps, 'markets' | 'log'>,
  { view, position, now }: { view: BlockView; position: PositionView; now: number },
): Promise<ClosedCandle[]> {
  const { block, intent } = view;
  const closing = intent.stop?.closing;
  const { closed } = factsOf(position, block.plan);
  if (!closing || !closed || closed.did === 'close' || !isCloseDue(closed, closing.interval, now)) return [];
  const { symbol, market } = block;
  const length = CLOSING_INTERVALS[closing.interval];
  try {
    const of = { symbol, interval: closing.interval, startTime: closed.until, endTime: now };
    const answer = await markets.exchange(market).candles(of);
    if (answer.outcome !== 'ok') return [];
    return answer.value.map(({ openTime, close }) => ({ at: openTime + length, close })).filter(({ at }) => at <= now);
  } catch (error) {
    log.warn({ error, symbol }, 'candles of a stop by their close could not be read');
    return [];
  }
}
