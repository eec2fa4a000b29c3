import type { DealBlock } from '../../server/domain/strategies/deals/deal-facts.ts';
import { big } from './worked-grids.ts';

/** A deal's first block, whose entry rests and has bought nothing. */
export const dealBlock = (of: Partial<DealBlock> = {}): DealBlock => ({
  id: 'one',
  leg: 'base',
  number: 0,
  attempt: 1,
  entry: 'resting',
  fault: null,
  takenDown: false,
  isOpen: true,
  end: null,
  isClosing: false,
  isMoving: false,
  asksOwner: false,
  isBooked: true,
  isJoinable: false,
  exits: { takeProfit: null, stop: null },
  entered: { quantity: big(0), counter: big(0) },
  bought: { spent: big(0), net: big(0) },
  ...of,
});
