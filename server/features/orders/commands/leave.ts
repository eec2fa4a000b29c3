import { setTimeout as sleep } from 'node:timers/promises';
import { NO_EXITS } from '../../../domain/position/exits.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newId } from '../../../lib/id.ts';
import type { Orders } from '../orders.ts';
import { isLive } from '../../../domain/position/order-state.ts';
import { type BlockRef, type BlockView, readView } from '../store/block-view.store.ts';
import { putBack } from '../store/put-back.store.ts';
import { workStore } from '../store/work.store.ts';
import { LEASE_MS } from '../store/leases.store.ts';
import { changeIntent, type Changed, type Failure, hasLiveEntry } from './change-intent.ts';

const ASK_EVERY_MS = 100;
/** Each may take seconds on an exchange that is slow, and there may be hundreds. */
const AT_ONCE = 10;
/** Ms that the answer waits for the exits to rest again. */
const PUT_BACK_WITHIN = 4000;
const BUSY = 'Your orders are being worked on just now. Try again in a few seconds.';

function stillOpen({ view, failed }: Changed): Failure[] {
  const open = view.positions.filter(({ orders }) => orders.some(({ state }) => isLive(state)));
  const reasonOf = (keyId: string) => failed.find(({ uid }) => uid === keyId)?.error ?? 'It is still open there.';
  return open.map(({ keyId, keyName }) => ({ uid: keyId, connectorName: keyName, error: reasonOf(keyId) }));
}

type StillOpen = Omit<Failure, 'uid'>;

interface CanceledOrders {
  /** What is still open. */
  left: StillOpen[];
  /** Puts all exits back and lets trading go on, where the account stays. */
  putBack: () => Promise<void>;
}

/** What else trades for a person does not between the two; `begin` answers what of it is still open. */
interface Standstill {
  begin: () => Promise<StillOpen[]>;
  end: () => Promise<void>;
}

/**
 * Cancels whatever a person has open on exchanges, targets too; what was bought stays theirs. Where something is still
 * open, all exits are put back.
 */
export async function cancelOpenOrders(orders: Orders, userId: string, others: Standstill): Promise<CanceledOrders> {
  const changed: BlockView[] = [];
  const allBack = () => putAllBack(orders, changed, others);
  let left: StillOpen[] | null = null;
  try {
    left = await others.begin();
    if (left.length === 0) left = await cancelAll(orders, await workStore(orders.db).openOf(userId), changed);
    return { left, putBack: allBack };
  } finally {
    if (left?.length !== 0) await allBack();
  }
}

async function cancelAll(orders: Orders, refs: readonly BlockRef[], changed: BlockView[]): Promise<Failure[]> {
  const left: Failure[] = [];
  for (let from = 0; from < refs.length; from += AT_ONCE) {
    const some = refs.slice(from, from + AT_ONCE);
    left.push(...(await Promise.all(some.map((ref) => cancelBlock(orders, ref, changed)))).flat());
  }
  return left;
}

/** Adds the block, as read before its change, to `changed`. */
async function cancelBlock(orders: Orders, ref: BlockRef, changed: BlockView[]): Promise<Failure[]> {
  const view = await readView(orders.db, ref);
  if (!view?.block.open) return [];
  changed.push(view);
  const ending = view.positions.some(hasLiveEntry) ? { ending: 'remove' as const } : {};
  try {
    return stillOpen(await changeIntent(orders, view, { ...NO_EXITS, ...ending }));
  } catch (error) {
    // It has ended meanwhile.
    if (error instanceof Refusal && error.code === 'not-found') return [];
    throw error;
  }
}

/** So that the engine places again what protected them: they are wanted before anything else goes on. */
async function putAllBack(
  { db, clock, engine }: Orders,
  views: readonly BlockView[],
  others: Pick<Standstill, 'end'>,
): Promise<void> {
  const refs: BlockRef[] = [];
  const one = async (view: BlockView) => {
    const { userId, id: blockId } = view.block;
    if (await putBack(db, view, clock())) refs.push({ userId, blockId });
  };
  try {
    await Promise.all(views.map(one));
  } finally {
    await others.end();
  }
  for (const ref of refs) engine.schedule(ref);
  await Promise.all(refs.map((ref) => engine.idle(ref, PUT_BACK_WITHIN)));
}

interface LeaseTerms {
  owner: string;
  giveUpAt: number;
}

/** Takes a block from the process that works on it; refuses where it is not given back in time. */
async function leaseInTime({ db, clock }: Orders, ref: BlockRef, { owner, giveUpAt }: LeaseTerms): Promise<void> {
  while (!(await workStore(db).lease(ref, { owner, now: clock(), until: clock() + LEASE_MS }))) {
    if (clock() > giveUpAt) throw new Refusal('unavailable', BUSY, { retryAfter: 5 });
    await sleep(ASK_EVERY_MS);
  }
}

/** Once it answers, no process works on a person's blocks, nor begins to for a while. Where it refuses, they are free again. */
export async function standDown(orders: Orders, userId: string): Promise<void> {
  const { db, clock } = orders;
  const store = workStore(db);
  const terms = { owner: newId(), giveUpAt: clock() + LEASE_MS };
  const refs = await store.openOf(userId);
  try {
    for (const ref of refs) await leaseInTime(orders, ref, terms);
  } catch (error) {
    for (const ref of refs) await store.release(ref, { owner: terms.owner, dueAt: clock() });
    throw error;
  }
}
