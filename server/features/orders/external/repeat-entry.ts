import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { NO_EXITS } from '../../../domain/position/exits.ts';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../lib/id.ts';
import { intended, withinLimits } from '../sending/within-limits.ts';
import type { CopyPlan } from '../deps.ts';
import { type BlockRef, readView } from '../store/block-view.store.ts';
import { addDeal, type Deal, type NewPosition } from '../store/add-deal.store.ts';
import { lockAccount } from '../store/group-keys.store.ts';
import type { BlockEvent } from '../store/work.store.ts';
import { LEASE_MS } from '../store/leases.store.ts';
import { driftFault, SEND_WITHIN, TOO_LATE } from '../sending/planned-copy.ts';
import { asGrouped } from '../sending/still-copied.ts';
import { draftRows, writtenDetails } from '../sending/send-orders.ts';
import { entryDraft } from '../../../domain/position/entry-orders.ts';
import { dealDetails, type ExternalDeps, ownersRow, type DealContext } from './deal-context.ts';

type Skip = NonNullable<CopyPlan['skip']>;

/** M-14: why it is no longer copied. */
function lateness({ clock, markets }: ExternalDeps, { key, deal }: DealContext): Skip | null {
  if (clock() - deal.madeAt >= SEND_WITHIN) return { code: 'LATE', sentence: TOO_LATE };
  const market = markets.lastPrice(key.market, deal.order.symbol)?.price ?? null;
  const sentence = deal.isTraded ? driftFault(deal.price, market) : null;
  return sentence === null ? null : { code: 'DRIFTED', sentence };
}

async function plannedCopies(deps: ExternalDeps, context: DealContext, mainFree: Big | null): Promise<CopyPlan[]> {
  const { userId, key, deal } = context;
  const { symbol, side: section } = deal.order;
  const { copyPrice: price, quantity } = deal;
  const of = { userId, mainKeyId: key.keyId, market: key.market, symbol, section, price, quantity, mainFree };
  const planned = await deps.planCopies(of);
  const late = lateness(deps, context);
  return late === null ? planned : skipAll(planned, late);
}

function newPositions({ key, deal }: DealContext, copies: readonly CopyPlan[]): [NewPosition, ...NewPosition[]] {
  const { price, copyPrice, quantity } = deal;
  const common = { withTargets: false } as const;
  const main = { ...common, id: newId(), keyId: key.keyId, ordinal: 0, price, quantity, skip: null };
  return [
    main,
    ...copies.map((copy, index) => ({ ...common, ...copy, id: newId(), ordinal: index + 1, price: copyPrice })),
  ];
}

interface Writing {
  /** Has locked the account. */
  tx: Tx;
  blockId: string;
  copies: readonly CopyPlan[];
}

async function writeDeal(deps: ExternalDeps, context: DealContext, { tx, blockId, copies }: Writing): Promise<void> {
  const { userId, key, deal } = context;
  const now = deps.clock();
  const { symbol, side: section } = deal.order;
  const market = deps.markets.lastPrice(key.market, symbol)?.price ?? null;
  const block: Deal = {
    id: blockId,
    market: key.market,
    symbol,
    section,
    counterEarning: true,
    ...NO_EXITS,
    marketPrice: deal.isTraded ? deal.price : market,
    origin: 'outside',
  };
  const positions = newPositions(context, copies);
  const [main, ...others] = positions;
  const entry = ownersRow(context, { blockId, positionId: main.id, leg: 'entry', attempt: 1, now });
  const repeated = others.filter(({ skip }) => skip === null);
  const rows = repeated.flatMap((position) => {
    const draft = entryDraft({ block, exits: NO_EXITS, position: { ...position, orders: [] } });
    return draftRows({ block: { ...block, userId } }, { ...position, orders: [] }, { ...draft, now, state: 'planned' });
  });
  const about = { userId, blockId, at: now };
  const events: BlockEvent[] = [
    { ...about, positionId: main.id, kind: 'outside-deal', details: dealDetails(context, repeated.length) },
    ...others.flatMap(({ id, skip }) =>
      skip ? [{ ...about, positionId: id, kind: 'skipped', details: { ...skip } }] : [],
    ),
    ...rows.map((row) => ({
      ...about,
      positionId: row.positionId,
      kind: 'order-written',
      details: writtenDetails(row),
    })),
  ];
  await addDeal(deps.db, tx, {
    owner: userId,
    deal: block,
    positions,
    orders: [entry, ...rows],
    events,
    now,
    lease: { owner: deps.owner, until: now + LEASE_MS },
    sendBefore: deal.madeAt + SEND_WITHIN,
  });
}

const skipAll = (copies: readonly CopyPlan[], skip: Skip): CopyPlan[] =>
  copies.map(({ keyId }) => ({ keyId, quantity: ZERO, skip }));

/** S-35: what its owner did on the exchange is theirs; copies that pass their limits are skipped. */
async function writeWithinLimits(
  deps: ExternalDeps,
  context: DealContext,
  writing: Omit<Writing, 'tx'>,
): Promise<void> {
  const { userId, key, pair, deal } = context;
  const { copies } = writing;
  const write = async (tx: Tx, of: readonly CopyPlan[]): Promise<void> => {
    const group = await asGrouped(deps, tx, { userId, mainKeyId: key.keyId, copies: of });
    // A deleted key has no blocks.
    if (group.main) await writeDeal(deps, context, { ...writing, tx, copies: group.copies });
  };
  if (copies.every(({ quantity }) => quantity.eq(0)))
    return deps.db.transaction(async (tx) => {
      await lockAccount(deps.db, tx, userId);
      await write(tx, copies);
    });
  const wanted = { market: key.market, section: deal.order.side };
  const all = intended(wanted, { pair, price: deal.copyPrice }, { main: null, copies });
  await deps.limits.admit(userId, all, (tx, over) => write(tx, withinLimits(copies, over)));
}

/** A block of its own: the owner's order is the main key's part, its copies are sent as soon as all of it is written. */
export async function repeatEntry(
  deps: ExternalDeps,
  context: DealContext,
  mainFree: () => Promise<Big | null>,
): Promise<BlockRef | null> {
  const copies = await plannedCopies(deps, context, await mainFree());
  if (copies.length === 0) return null;
  const ref = { userId: context.userId, blockId: newId() };
  await writeWithinLimits(deps, context, { blockId: ref.blockId, copies });
  const view = await readView(deps.db, ref);
  if (!view) return null;
  for (const position of view.positions) if (position.row.skipCode !== null) deps.publish(view, position, 'skipped');
  deps.schedule(ref);
  return ref;
}
