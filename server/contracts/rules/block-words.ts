import type { OrderBlock } from '../order-block.ts';
import { grouped } from './decimal.ts';
import { type BlockState, OVER_STATES } from './block-state.ts';

/** As people read them. */
export const STATUS: Record<BlockState, string> = {
  pending: 'Pending',
  joining: 'Taking over',
  unconfirmed: 'Unconfirmed',
  placed: 'Placed',
  'partly-filled': 'Partly filled',
  filled: 'Filled',
  'targets-placed': 'Targets placed',
  'targets-changing': 'Changing targets',
  closing: 'Closing',
  'take-profit-filled': 'Take profit filled',
  'stop-loss-filled': 'Stop loss filled',
  closed: 'Closed',
  removed: 'Removed',
  rejected: 'Rejected',
  skipped: 'Skipped',
  released: 'Released',
  joined: 'Joined',
  split: 'Split',
};

const OVER = new Set<BlockState>(OVER_STATES);

/** In a final state. */
export const isOver = ({ status }: Pick<OrderBlock, 'status'>): boolean => OVER.has(status);

export interface StateLabel {
  text: string;
  tone: 'plain' | 'doubt' | 'alarm';
}

/** Where a stop is that follows the market; of one that the exchange moves, and of the best price, about. */
function followText({ plan, counterRound }: OrderBlock): string | null {
  const stop = plan?.stopLoss;
  if (stop?.closing) {
    const { price, interval } = stop.closing;
    return `Exchange: emergency stop ${grouped(stop.at, counterRound)}; this server: ${interval} close beyond ${grouped(price, counterRound)}`;
  }
  if (!stop?.trailing) return null;
  const { peak, movedBy } = stop.trailing;
  const best = peak === null ? '' : `, peak about ${grouped(peak, counterRound)}`;
  const at = grouped(stop.at, counterRound);
  return movedBy === 'exchange' ? `Exchange: stop about ${at}${best}` : `Exchange, moved by us: stop ${at}${best}`;
}

const isAimed = ({ secondTakeProfitPlacedPrice: takeProfit, secondStopLossPlacedPrice: stop }: OrderBlock): boolean =>
  takeProfit.gt(0) || stop.gt(0);

/** Who holds the targets, or why they are not held; null in a final state. */
export function protectionOf(block: OrderBlock): StateLabel | null {
  if (isOver(block)) return null;
  const { protection, protectionReason: reason } = block;
  const isHolding = block.firstFilledQuantity.gt(0);
  const why = reason === null ? '' : `: ${reason}`;
  if (protection === 'exchange') return { text: followText(block) ?? 'Protected by the exchange', tone: 'plain' };
  if (protection === 'server') return { text: 'Protected by this server', tone: 'doubt' };
  if (protection === 'placing') return { text: `Not protected yet${why}`, tone: isHolding ? 'alarm' : 'doubt' };
  if (protection === 'unknown') return { text: `Protection unknown${why}`, tone: 'doubt' };
  if (protection === 'unprotected') return { text: `Unprotected${why}`, tone: 'alarm' };
  if (isHolding) return { text: 'Unprotected', tone: 'alarm' };
  return { text: isAimed(block) ? 'Targets are placed when it fills' : 'No position yet', tone: 'plain' };
}
