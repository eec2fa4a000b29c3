import type { Intent, MarketContext, OrderFact, Position } from '../../server/domain/position/position.ts';
import { nextStep } from '../../server/domain/next-step.ts';
import { exitsAt, NO_EXITS } from '../../server/domain/position/exits.ts';
import { big, context, sketch, XRP } from './block-sketch.ts';

export const BOTH: Intent = { ...exitsAt(big('0.546'), big('0.494')), ending: 'none' };
export const CLOSE: Intent = { ...BOTH, ending: 'close' };
export const NONE: Intent = { ...NO_EXITS, ending: 'none' };
export const LIST = { clientListId: 'list' } as const;
export const AT_MARKET = { type: 'market', stopPrice: null } as const;
/** Not on the exchange, and known for less than the pause after it. */
export const LOST = { ...AT_MARKET, state: 'expired', exchangeOrderId: null, updatedAt: 999_500 } as const;
export const HALTED = { pair: { ...XRP, status: 'halted' as const } };
/** A stop that was reached, and a price below it. */
export const REACHED = { stopReachedAt: 500 };
export const BELOW = { market: big('0.49') };

/** A position whose entry was filled. */
export const held = (quantity = '192.3', of: Partial<Position> = {}) => {
  const block = sketch().order('entry', ['0.52', quantity], { trades: [[quantity]] });
  Object.assign(block.position, of);
  return block;
};
/** A position of whose entry a part was filled. */
export const growing = (traded: string, of: Partial<Position> = {}) => {
  const block = sketch().order('entry', ['0.52', '192.3'], { trades: [[traded]] });
  Object.assign(block.position, of);
  return block;
};
/** A position whose exits rest as one list. */
export const listed = (of: Partial<OrderFact> = {}, block = held()) =>
  block
    .order('take-profit', ['0.546', '192.1'], { ...LIST, ...of })
    .order('stop-loss', ['0.494', '192.1'], { ...LIST, ...of });

/** What is done next, in a word. */
export function step(position: Position, intent = BOTH, marketContext: Partial<MarketContext> = {}): string {
  const next = nextStep(position, intent, context(marketContext));
  if (!next) return 'nothing';
  if (next.do === 'finish') return `finish ${next.how}`;
  return 'orders' in next ? `${next.do} ${next.orders.map(({ leg }) => leg).join(' ')}` : next.do;
}
