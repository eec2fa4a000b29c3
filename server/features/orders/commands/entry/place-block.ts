import { isolated } from '#contracts/rules/isolated.ts';
import { isDuplicate, type Tx } from '../../../../db/database.ts';
import { Refusal } from '../../../../lib/errors.ts';
import type { Verdict } from '../../../../trading/limits/index.ts';
import { exitDetails } from '../../intent.ts';
import type { Orders } from '../../orders.ts';
import { addDeal, type Deal, type NewPosition } from '../../store/add-deal.store.ts';
import type { BlockRef, BlockView } from '../../store/block-view.store.ts';
import type { BlockEvent } from '../../store/work.store.ts';
import { LEASE_MS } from '../../store/leases.store.ts';
import type { GroupKey } from '../../store/group-keys.store.ts';
import { SEND_WITHIN } from '../../sending/planned-copy.ts';
import { draftRows, writtenDetails } from '../../sending/send-orders.ts';
import { asGrouped } from '../../sending/still-copied.ts';
import { entryDraft } from '../../../../domain/position/entry-orders.ts';
import { keptOf } from './entry-plan.ts';
import { entryTriggerOf } from './entry-trigger.ts';
import { outcomeOf, type Placed, refused } from './placed.ts';
import { NOT_COMPARED, type PlannedEntry, type Sized, type Wanted } from './plan-entry.ts';
import { intended, withinLimits } from '../../sending/within-limits.ts';

/** Why a key takes no entry any more; null where it does. */
function mainKeyFault(key: GroupKey | undefined): string | null {
  if (!key) return 'Nothing was placed: the key of this order was deleted.';
  const { name, disabledReason } = key;
  return disabledReason === null ? null : `Nothing was placed: ${isolated(name)} is disabled: ${disabledReason}`;
}

/** Places an entry as a block of this id, once, on the active main key and on the copy keys of its group. */
export async function placeOrder(
  orders: Orders,
  userId: string,
  { wanted, blockId, planned }: { wanted: Wanted; blockId: string; planned: PlannedEntry },
): Promise<Placed> {
  if ('error' in planned) return refused(planned.error);
  const { sized, main, copies } = planned;
  if (!orders.engine.mayOrder(sized.key.keyId)) throw new Refusal('unavailable', NOT_COMPARED, { retryAfter: 2 });
  const ref = { userId, blockId };
  const leaseOwner = orders.engine.leaseOwner(userId);
  const done: { view: BlockView | null; refusal: string | null } = { view: null, refusal: null };
  const write = async (tx: Tx, limits: Verdict['copies']): Promise<void> => {
    const mainKeyId = sized.key.keyId;
    const group = await asGrouped(orders, tx, { userId, mainKeyId, copies: withinLimits(copies, limits) });
    done.refusal = mainKeyFault(group.main) ?? orders.trading.entryRefusal(userId, mainKeyId);
    if (done.refusal !== null) return;
    done.view = await writeDeal(orders, tx, { ref, leaseOwner, wanted, sized, positions: [main, ...group.copies] });
  };
  const deal = intended(wanted, sized, { main: main.quantity, copies });
  const over = await orders.limits.admit(userId, deal, write).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    return 'already-written' as const;
  });
  if (over === 'already-written') return { outcome: over };
  const fault = over ?? done.refusal;
  if (fault !== null) return refused(fault);
  const { view } = done;
  if (!view) throw new Error(`block ${blockId} was admitted and not written`);
  const block = { ref, view, mainKey: sized.key, leaseOwner };
  return orders.engine.sendBlock(block, (taken) => outcomeOf(orders, { ref, view, taken }));
}

interface Planned {
  ref: BlockRef;
  leaseOwner: string | null;
  wanted: Wanted;
  sized: Sized;
  positions: NewPosition[];
}

function writeDeal({ db, clock, markets }: Orders, tx: Tx, planned: Planned): Promise<BlockView> {
  const { wanted, sized, positions, leaseOwner } = planned;
  const { userId, blockId } = planned.ref;
  const now = clock();
  const marketPrice = markets.lastPrice(wanted.market, sized.pair.symbol)?.price ?? null;
  const deal: Deal = {
    id: blockId,
    market: wanted.market,
    symbol: sized.pair.symbol,
    section: wanted.section,
    counterEarning: wanted.counterEarning,
    ...keptOf(wanted, now),
    trigger: entryTriggerOf(wanted, marketPrice, sized.pair.tick),
    marketPrice,
    botId: wanted.bot?.id ?? null,
  };
  const block = { ...deal, userId };
  const rows = positions
    .filter(({ skip }) => skip === null)
    .flatMap((position) =>
      draftRows(
        { block },
        { ...position, orders: [] },
        {
          ...entryDraft({ block, exits: deal, position: { ...position, orders: [] } }),
          now,
          state: position.ordinal === 0 && leaseOwner !== null ? 'sending' : 'planned',
        },
      ),
    );
  const event = (positionId: string | null, kind: string, details: Record<string, unknown>): BlockEvent => ({
    userId,
    blockId,
    positionId,
    kind,
    details,
    at: now,
  });
  const events = [
    ...(wanted.bot ? [event(null, 'from-bot', { bot: wanted.bot.name })] : []),
    ...(wanted.hookName === undefined ? [] : [event(null, 'from-signal', { hook: wanted.hookName })]),
    event(null, 'wish', {
      ...exitDetails(deal),
      ending: 'none',
    }),
    ...positions.flatMap(({ id, skip }) => (skip ? [event(id, 'skipped', { ...skip })] : [])),
    ...rows.map((row) => event(row.positionId, 'order-written', writtenDetails(row))),
  ];
  const lease = leaseOwner === null ? null : { owner: leaseOwner, until: now + LEASE_MS };
  return addDeal(db, tx, {
    owner: userId,
    deal,
    positions,
    orders: rows,
    events,
    now,
    lease,
    sendBefore: now + SEND_WITHIN,
  });
}
