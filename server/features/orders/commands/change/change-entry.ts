import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { DAY } from '#contracts/rules/time.ts';
import { entryOf, liveOf } from '../../../../domain/position/books.ts';
import type { Tx } from '../../../../db/database.ts';
import type { Ordered } from '../../../../trading/limits/index.ts';
import type { Orders } from '../../orders.ts';
import type { BlockView, PositionView } from '../../store/block-view.store.ts';
import { changeEntries, type EntryChanges } from '../../store/changed-entries.store.ts';
import type { BlockEvent } from '../../store/work.store.ts';
import { actedOn, type Changed, mainOf, openBlock } from '../change-intent.ts';
import type { Ended } from '../end-block.ts';
import { intended } from '../../sending/within-limits.ts';
import { type CopyChange, copyChanges } from './copy-changes.ts';
import { tiedUp } from './entry-cost.ts';
import { filledOf, type SizedChange, sizeChange, stageFault } from './size-change.ts';

export interface WantedChange {
  blockId: string;
  price: Big;
  /** Base units of the main key in all, what has filled included; left out: as before. */
  quantity?: Big | undefined;
}

const ENDING = 'This block is being ended already.';
const FILLED_FIRST = 'The order was filled before it could be changed.';

/** The orders that are replaced, as the limits of an account count them. */
function replacedBy(view: BlockView, positions: readonly PositionView[], since: number): Ordered[] {
  const { market, symbol } = view.block;
  const live = positions.flatMap((position) => liveOf(position, ['entry']));
  return live
    .filter(({ placedAt }) => placedAt >= since)
    .map(({ side, price, quantity }) => ({
      market,
      symbol,
      ask: side === 'sell' ? price.toFixed() : null,
      quantity: quantity.toFixed(),
      counter: price.times(quantity).toFixed(),
    }));
}

interface Plan {
  view: BlockView;
  sized: SizedChange;
  copies: readonly CopyChange[];
}

/** `over`: why a copy is over a limit of the account, which it then is not changed for. */
function written({ view, sized, copies }: Plan, over: readonly (string | null)[], now: number): EntryChanges {
  const { userId, id: blockId } = view.block;
  const main = mainOf(view);
  const { price } = sized;
  const reasonOf = ({ reason }: CopyChange, index: number): string | null => reason ?? over[index] ?? null;
  const event = (position: PositionView, quantity: Big): BlockEvent => ({
    userId,
    blockId,
    positionId: position.id,
    kind: 'entry-changed',
    details: {
      price: price.toFixed(),
      quantity: quantity.toFixed(),
      priceBefore: position.price.toFixed(),
      quantityBefore: position.quantity.toFixed(),
    },
    at: now,
  });
  const all = [
    { position: main, quantity: sized.quantity },
    ...copies.flatMap((each, index) =>
      reasonOf(each, index) === null ? [{ position: each.copy, quantity: each.quantity }] : [],
    ),
  ];
  const reasons = copies.flatMap((each, index) => {
    const reason = reasonOf(each, index);
    return reason === null ? [] : [[each.copy.id, reason] as const];
  });
  const skipped = reasons.map(([positionId, sentence]) => ({
    userId,
    blockId,
    positionId,
    kind: 'skipped',
    details: { code: 'CHANGE', sentence },
    at: now,
  }));
  return {
    blockId,
    changes: all.map(({ position, quantity }) => ({ positionId: position.id, terms: { price, quantity } })),
    reasons: new Map(reasons),
    events: [...all.map(({ position, quantity }) => event(position, quantity)), ...skipped],
    now,
  };
}

/** Written down within the limits of the account; what costs no more than before is not held against them. Answers why not. */
async function write(orders: Orders, plan: Plan): Promise<string | null> {
  const { view, sized, copies } = plan;
  const { userId } = view.block;
  const main = mainOf(view);
  const now = orders.clock();
  const done = { isWritten: false };
  const work = async (tx: Tx, over: readonly (string | null)[]): Promise<void> => {
    done.isWritten = await changeEntries(tx, userId, written(plan, over, now));
  };
  const { pair, price } = sized;
  const parts = [
    { position: main, quantity: sized.quantity },
    ...copies.map(({ copy, quantity }) => ({ position: copy, quantity })),
  ];
  const isMore = parts.some(({ position, quantity }) => {
    const left = quantity.minus(filledOf(position) ?? ZERO);
    const cost = position.section === 'buy' ? left.times(price) : left;
    return cost.gt(tiedUp(position, pair));
  });
  if (!isMore) {
    await orders.db.transaction((tx) => work(tx, []));
    return done.isWritten ? null : ENDING;
  }
  const changing = parts.filter(({ quantity }) => quantity.gt(0)).map(({ position }) => position);
  const deal = {
    ...intended(view.block, { pair, price }, { main: sized.quantity, copies }),
    instead: replacedBy(view, changing, now - DAY),
  };
  const over = await orders.limits.admit(userId, deal, work);
  return over ?? (done.isWritten ? null : ENDING);
}

/** The main key's entry could not be changed any more. */
function missed({ view }: Changed, { price, quantity }: SizedChange): string | null {
  const main = mainOf(view);
  if (main.price.eq(price) && main.quantity.eq(quantity)) return null;
  return entryOf(main)?.state === 'filled'
    ? FILLED_FIRST
    : 'The order could not be changed any more: its history says why.';
}

/**
 * Changes price and amount of an entry that waits, on every key: written down first, then canceled, and only once its end is
 * known placed anew for what has not filled.
 */
export async function changeEntry(orders: Orders, userId: string, wanted: WantedChange): Promise<Ended> {
  const view = await openBlock(orders, userId, wanted.blockId);
  orders.trading.mustBeOpen(userId);
  const main = mainOf(view);
  const fault = stageFault(view) ?? orders.trading.entryRefusal(userId, main.keyId);
  if (fault !== null) return { error: fault };
  const sized = await sizeChange(orders, view, { price: wanted.price, quantity: wanted.quantity ?? main.quantity });
  if (typeof sized === 'string') return { error: sized };
  const since = orders.clock();
  const ref = { userId, blockId: wanted.blockId };
  const isSame = main.price.eq(sized.price) && main.quantity.eq(sized.quantity);
  if (isSame) return { error: null, changed: await actedOn(orders, ref, since) };
  const copies = await copyChanges(orders, view, sized);
  const refused = await write(orders, { view, sized, copies });
  if (refused !== null) return { error: refused };
  const changed = await actedOn(orders, ref, since);
  const failure = changed.failed.find(({ uid }) => uid === main.keyId);
  const error = failure?.error ?? missed(changed, sized);
  return error === null ? { error, changed } : { error };
}
