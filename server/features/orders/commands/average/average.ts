import { createHash } from 'node:crypto';
import type { Big } from 'big.js';
import type { Joining, Splitting } from '#contracts/average.ts';
import { ONE } from '#contracts/rules/decimal.ts';
import { isDuplicate } from '../../../../db/database.ts';
import type { Taker } from '../../../../domain/averaging/carried.ts';
import { factsOf } from '../../../../domain/exit-plan/plan-facts.ts';
import { timeThen } from '../../../../domain/exit-plan/timed-exit.ts';
import { entryOf } from '../../../../domain/position/books.ts';
import { exitsAt, hasExits } from '../../../../domain/position/exits.ts';
import { newId } from '../../../../lib/id.ts';
import { exitPrices } from '../../intent.ts';
import type { Orders } from '../../orders.ts';
import { type Average, averageStore, type TakingBlock, type TakingPosition } from '../../store/average.store.ts';
import { type BlockView, readViews } from '../../store/block-view.store.ts';
import type { BlockEvent } from '../../store/work.store.ts';
import { actedOn, type Failure, openBlock } from '../change-intent.ts';
import { ownBlocks } from './candidates.ts';
import { type JoinPlan, planJoin, presentJoin } from './plan-join.ts';
import { planSplit, presentSplit, type SplitPlan } from './plan-split.ts';

export type Averaged =
  | { outcome: 'refused'; error: string }
  /** A block of this id is there already: another call has written it. */
  | { outcome: 'already-written' }
  | { outcome: 'done'; views: BlockView[]; failed: Failure[] };

const CHANGED = 'One of these blocks was changed at the same moment. Look at it and try again.';
const refused = (error: string): Averaged => ({ outcome: 'refused', error });

/** The ids of the blocks that one call makes: the same call makes the same. */
function blockIdAt(first: string, index: number): string {
  if (index === 0) return first;
  const hash = createHash('sha256').update(`split ${first} ${index}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

type About = Pick<BlockEvent, 'userId' | 'at'>;
const event = (about: About, blockId: string, of: Pick<BlockEvent, 'kind' | 'details'>): BlockEvent => ({
  ...about,
  ...of,
  blockId,
  positionId: null,
});

const intentEvent = (about: About, { id, takeProfits, stop }: TakingBlock): BlockEvent =>
  event(about, id, { kind: 'wish', details: { ...exitPrices({ takeProfits, stop }), ending: 'none' } });

const blockOf = ({ block }: BlockView) => {
  const { market, symbol, section, counterEarning, botId } = block;
  return { market, symbol, section, counterEarning, botId };
};

/** A bot's blocks without exits of which a copy key's part has not filled yet: nothing else would protect it. */
const stayingOf = ({ views }: JoinPlan, going: Average['going']): BlockView[] =>
  views.filter(({ block, intent, positions }) => {
    const stays = positions.some(({ id, row }) => row.endedAt === null && !going.has(id));
    return stays && block.botId !== null && !hasExits(intent);
  });

function joinOf(
  plan: JoinPlan,
  blockId: string,
  { exits, about }: { exits: ReturnType<typeof exitsAt>; about: About },
): Average {
  const [first] = plan.views;
  if (!first) throw new Error('Nothing is joined.');
  const going = new Map<string, { blockId: string; takers: Taker[] }>();
  const positions = plan.keys.map(({ keyId, parts, joined }, ordinal): TakingPosition => {
    const id = newId();
    for (const { view, position } of parts)
      going.set(position.id, { blockId: view.block.id, takers: [{ positionId: id, share: ONE }] });
    const awaits = parts.map(({ position }) => position.id);
    return { id, keyId, ordinal, awaits, price: joined.averagePrice, quantity: joined.quantity };
  });
  const block: TakingBlock = { ...blockOf(first), ...exits, id: blockId, origin: 'joined', positions };
  const others = plan.views.length - 1;
  const asked = plan.views.map((view) => event(about, view.block.id, { kind: 'join-asked', details: { others } }));
  const blockIds = stayingOf(plan, going).map((view) => view.block.id);
  const intents = [block, ...blockIds.map((id) => ({ ...block, id }))].map((each) => intentEvent(about, each));
  return { blocks: [block], going, staying: { blockIds, exits }, events: [...asked, ...intents], now: about.at };
}

/** EX-10: the parts keep the time of the whole, unless something became of it already. */
function timeOf({ view: { block, intent }, position }: SplitPlan['keys'][number]): TakingBlock['timing'] {
  const isOver = factsOf(position, block.plan).timed !== null;
  const exit = isOver ? null : timeThen(intent.timing?.exit, entryOf(position)?.filledAt ?? null);
  return exit && { exit };
}

function splitOf(
  plan: SplitPlan,
  blockId: string,
  { shares, about }: { shares: readonly Big[]; about: About },
): Average {
  const keys = plan.keys.filter(({ error }) => error === null);
  const [main] = keys;
  if (!main) throw new Error('Nothing is split.');
  const ids = new Map(keys.map(({ position }) => [position.id, shares.map(() => newId())]));
  const blocks = shares.map((_, index): TakingBlock => {
    const positions = keys.flatMap(({ position, parts }, ordinal): TakingPosition[] => {
      const [part, id] = [parts[index], ids.get(position.id)?.[index]];
      if (!part || id === undefined) return [];
      const price = part.counter.div(part.quantity).round(8);
      return [{ id, keyId: position.keyId, ordinal, price, quantity: part.quantity, awaits: [position.id] }];
    });
    const { takeProfits, stop, plan: exitPlan } = main.view.block;
    return {
      ...blockOf(main.view),
      takeProfits,
      stop,
      plan: Math.min(exitPlan, 1),
      timing: timeOf(main),
      id: blockIdAt(blockId, index),
      origin: 'split',
      positions,
    };
  });
  const takersOf = (id: string): Taker[] =>
    (ids.get(id) ?? []).map((positionId, index) => ({ positionId, share: shares[index] ?? ONE }));
  const going = new Map(
    keys.map(({ position, view }) => [position.id, { blockId: view.block.id, takers: takersOf(position.id) }]),
  );
  const asked = event(about, main.view.block.id, { kind: 'split-asked', details: { parts: shares.length } });
  return { blocks, going, events: [asked, ...blocks.map((block) => intentEvent(about, block))], now: about.at };
}

/** Written down at once, then worked on: those that go over, and those that take them over. */
async function carriedOut(orders: Orders, userId: string, average: Average): Promise<Averaged> {
  try {
    if (!(await averageStore(orders.db, userId).write(average))) return refused(CHANGED);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return { outcome: 'already-written' };
  }
  const going = [...new Set([...average.going.values()].map(({ blockId }) => blockId))];
  const acted = await Promise.all(going.map((blockId) => actedOn(orders, { userId, blockId }, average.now)));
  const taken = await Promise.all(
    average.blocks.map(({ id: blockId }) => actedOn(orders, { userId, blockId }, average.now)),
  );
  return {
    outcome: 'done',
    views: taken.map(({ view }) => view),
    failed: [...acted, ...taken].flatMap(({ failed }) => failed),
  };
}

const exitsOf = ({ takeProfitPrice, stopLossPrice }: Joining) => exitsAt(takeProfitPrice, stopLossPrice);

export async function previewJoin(orders: Orders, userId: string, wanted: Joining) {
  const exits = exitsOf(wanted);
  const views = await ownBlocks(orders, userId, wanted.blockIds);
  return presentJoin(orders, await planJoin(orders, views, { exits, botId: null }), exits);
}

/** AV-2, AV-3: joins all of these blocks into one of this id, once; those of a bot are joined by it alone. */
export async function joinBlocks(
  orders: Orders,
  userId: string,
  { wanted, blockId, botId = null }: { wanted: Joining; blockId: string; botId?: string | null },
): Promise<Averaged> {
  orders.trading.mustBeOpen(userId);
  const exits = exitsOf(wanted);
  const plan = await planJoin(orders, await ownBlocks(orders, userId, wanted.blockIds), { exits, botId });
  const apart = plan.blocks.find(({ reason }) => reason !== null);
  const fault = apart?.reason ?? plan.error;
  if (fault !== null) return refused(fault);
  return carriedOut(orders, userId, joinOf(plan, blockId, { exits, about: { userId, at: orders.clock() } }));
}

export async function previewSplitting(orders: Orders, userId: string, { blockId, shares }: Splitting) {
  return presentSplit(await planSplit(orders, await openBlock(orders, userId, blockId), shares));
}

/** AV-4: splits a block into some, the first of this id, once. */
export async function splitBlock(
  orders: Orders,
  userId: string,
  { wanted: { blockId: wholeId, shares }, blockId }: { wanted: Splitting; blockId: string },
): Promise<Averaged> {
  orders.trading.mustBeOpen(userId);
  const plan = await planSplit(orders, await openBlock(orders, userId, wholeId), shares);
  if (plan.error !== null) return refused(plan.error);
  return carriedOut(orders, userId, splitOf(plan, blockId, { shares, about: { userId, at: orders.clock() } }));
}

/** The blocks that an earlier call has made; none where it wrote nothing. */
export async function recallAveraged({ db }: Orders, userId: string, of: { blockId: string; most: number }) {
  const ids = Array.from({ length: of.most }, (_, index) => blockIdAt(of.blockId, index));
  return readViews(db, userId, ids);
}
