import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { leftOnCopies, type WantedPosition } from '../../../domain/averaging/block-facts.ts';
import type { Assets } from '../../../domain/position/books.ts';
import type { DealBlock } from '../../../domain/strategies/deals/deal-facts.ts';
import { type BlockFacts, blockFacts, intentOf } from '../../orders/index.ts';
import type { DealBlockRow, StoredBlock, StoredDeal } from './deals.store.ts';

/** Of a block that is written down here, and not there yet. */
const UNWRITTEN: Omit<BlockFacts, 'entry'> & { entry: 'unwritten' } = {
  entry: 'unwritten',
  fault: null,
  isOpen: false,
  end: null,
  isClosing: false,
  isAtWork: false,
  closeAt: 0,
  isMoving: false,
  asksOwner: false,
  isBooked: true,
  isJoinable: false,
  exits: { takeProfit: null, stop: null },
  takeProfitRests: false,
  stopRests: false,
  entered: { quantity: ZERO, counter: ZERO },
  bought: { spent: ZERO, net: ZERO },
  locked: ZERO,
};

export type DealBlockFacts = DealBlock & Pick<BlockFacts, 'locked' | 'takeProfitRests' | 'stopRests'>;

const unitOf = ({ trigger, range, quantity }: DealBlockRow): DealBlock['unit'] =>
  trigger && range && quantity ? { trigger, range, quantity } : null;

/** A deal's block on the main key. */
export function dealBlock({ row, view }: StoredBlock, assets: Assets): DealBlockFacts {
  const { blockId: id, leg, number, attempt, takenDown } = row;
  const facts = view ? blockFacts(view, assets) : UNWRITTEN;
  return { ...facts, id, leg, number, attempt, takenDown, fault: row.fault ?? facts.fault, unit: unitOf(row) };
}

/** Also while the main key's part is open: it may hold too little for an order, or end in a moment. */
function leftOf({ view, disabled }: StoredBlock, assets: Assets): DealBlock['left'] {
  if (!view) return [];
  const copies = view.positions.slice(1).map((position): WantedPosition => {
    const { endReason: end, endedAt } = position.row;
    const isDisabled = disabled?.has(position.keyId) ?? false;
    return { position, intent: intentOf(view, position), end, isEnded: endedAt !== null, isDisabled };
  });
  return leftOnCopies(copies, assets);
}

/** What a deal's next step is decided by of its block. */
export const decidedBlock = (stored: StoredBlock, assets: Assets): DealBlockFacts => ({
  ...dealBlock(stored, assets),
  left: leftOf(stored, assets),
});

/** A run, by what its deals are counted. */
interface OfDeals {
  run: { givenBase: Big; givenCounter: Big; takenBase: Big; takenCounter: Big };
  deals: readonly StoredDeal[];
}

export interface Moved {
  base: Big;
  counter: Big;
}

/** PB-1: the sum of its blocks; closed books once it is over. */
export function dealMoved({ row, blocks }: StoredDeal, assets: Assets): Moved {
  if (row.base && row.counter) return { base: row.base, counter: row.counter };
  return blocks.reduce<Moved>(
    (sum, block) => {
      const { bought } = dealBlock(block, assets);
      return { base: sum.base.plus(bought.net), counter: sum.counter.minus(bought.spent) };
    },
    { base: ZERO, counter: ZERO },
  );
}

/** C-4: what a run that opens deals owns. */
export function ownedByDeals({ run, deals }: OfDeals, assets: Assets): Moved {
  return deals.reduce<Moved>(
    (sum, deal) => {
      const { base, counter } = dealMoved(deal, assets);
      return { base: sum.base.plus(base), counter: sum.counter.plus(counter) };
    },
    { base: run.givenBase.minus(run.takenBase), counter: run.givenCounter.minus(run.takenCounter) },
  );
}

/** what its results count by; what was taken counts at its worth of then. Deals are given and earn the counter currency. */
export function countedByDeals(of: OfDeals & { run: { takenWorth: Big } }, assets: Assets): Moved {
  const { base, counter } = ownedByDeals(of, assets);
  return { base, counter: counter.plus(of.run.takenWorth) };
}

/** Counter units that rest in entries. */
export const lockedByDeals = ({ deals }: Pick<OfDeals, 'deals'>, assets: Assets): Big =>
  deals.flatMap(({ blocks }) => blocks).reduce((sum, block) => sum.plus(dealBlock(block, assets).locked), ZERO);

/** results of deals that are over; what was kept of one is no result yet. */
export const closedDeals = ({ deals }: Pick<OfDeals, 'deals'>): Moved[] =>
  deals.flatMap(({ row: { base, counter, ending } }) =>
    base && counter && ending !== 'keep' ? [{ base, counter }] : [],
  );
