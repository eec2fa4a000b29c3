import type { Big } from 'big.js';
import type { previewAverage } from '#contracts/average.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floored, type OpenBooks, openBooks, resultAt } from '#contracts/rules/open-result.ts';
import { WIRE_DECIMALS } from '#contracts/rules/amount-decimals.ts';
import { BOT_TICKS_APART, exitsFault } from '#contracts/rules/target-bounds.ts';
import { join, type Joined } from '../../../../domain/averaging/join.ts';
import { joinFault } from '../../../../domain/averaging/joinable.ts';
import { type Exits, exitPrice, hasExits } from '../../../../domain/position/exits.ts';
import { wireAmount } from '../../../../lib/decimal.ts';
import type { Orders } from '../../orders.ts';
import { blockPresenter } from '../../read/present-block.ts';
import type { BlockView } from '../../store/block-view.store.ts';
import { exitFault } from '../exit-faults.ts';
import { mainOf } from '../change-intent.ts';
import {
  byKey,
  candidateOf,
  haltFault,
  heldBy,
  type KeyTerms,
  NOT_KNOWN,
  type OfKey,
  termsOfKey,
  type Verdict,
  verdictsOn,
} from './candidates.ts';

export interface JoinedKey extends OfKey {
  terms: KeyTerms;
  joined: Joined;
}
export interface JoinPlan {
  blocks: Verdict[];
  /** The blocks that can be joined. */
  views: BlockView[];
  keys: JoinedKey[];
  error: string | null;
}

async function ofKey(orders: Orders, view: BlockView, key: OfKey): Promise<JoinedKey | null> {
  const terms = await termsOfKey(orders, view, key.keyId);
  if (!terms || key.parts.length === 0) return null;
  return {
    ...key,
    terms,
    joined: join(
      key.parts.map((part) => heldBy(part, terms)),
      terms.terms,
    ),
  };
}

/** Why the new block cannot have these targets; null where it can. */
function targetsFault(view: BlockView, { terms: { context, terms }, joined }: JoinedKey, exits: Exits): string | null {
  if (!hasExits(exits)) return null;
  const { pair, market, fee } = context;
  if (!market) return NOT_KNOWN;
  const { section: side, counterEarning } = view.block;
  const desired = { takeProfit: exitPrice(exits, 'take-profit'), stopLoss: exitPrice(exits, 'stop-loss') };
  const { percentPrice: percent } = pair;
  const sign = side === 'buy' ? 1 : -1;
  const moved = { base: joined.net.times(sign), counter: joined.counter.times(-sign) };
  const scene = { pair, moved, terms: { side, counterEarning, fee, step: terms.step } };
  const near = { side, market, tick: pair.tick, ...(view.block.botId !== null && { ticksApart: BOT_TICKS_APART }) };
  return exitsFault(desired, near, percent && { average: market, percent }) ?? exitFault(exits, scene, market);
}

/** What joining blocks would come to, and why they cannot be joined as asked; `botId` is the bot that asks. */
export async function planJoin(
  orders: Orders,
  asked: readonly BlockView[],
  { exits, botId }: { exits: Exits; botId: string | null },
): Promise<JoinPlan> {
  const blocks = verdictsOn(asked, botId);
  const views = asked.filter((_, index) => blocks[index]?.reason === null);
  const [first] = views;
  const fault = joinFault(views.map((view) => candidateOf({ view, position: mainOf(view) }, botId)));
  if (!first || fault !== null) return { blocks, views, keys: [], error: fault };
  const keys = (await Promise.all(byKey(views, botId).map((key) => ofKey(orders, first, key)))).filter(
    (key) => key !== null,
  );
  const [main] = keys;
  const error = main ? ((await haltFault(orders, first)) ?? targetsFault(first, main, exits)) : NOT_KNOWN;
  return { blocks, views, keys, error };
}

/** The sums of all parts, as their rows have them; null where one of them is not known. */
function booksTogether(orders: Orders, { parts }: JoinedKey): OpenBooks | null {
  const all = parts.map(({ view, position }) => openBooks(blockPresenter(orders, view)(position)));
  const known = all.filter((books) => books !== null);
  const [first] = known;
  if (!first || known.length < all.length) return null;
  const sum = (of: (books: OpenBooks) => Big): Big => known.reduce((total, books) => total.plus(of(books)), ZERO);
  return {
    ...first,
    moved: { base: sum(({ moved }) => moved.base), counter: sum(({ moved }) => moved.counter) },
    otherFees: { base: sum(({ otherFees }) => otherFees.base), counter: sum(({ otherFees }) => otherFees.counter) },
    entry: { quantity: sum(({ entry }) => entry.quantity), counter: sum(({ entry }) => entry.counter) },
  };
}

const shown = (amount: Big): Big => wireAmount(floored(amount, WIRE_DECIMALS));

export const holdingOf = ({ quantity, counter, averagePrice, closing, breakEven }: Omit<Joined, 'dust'>) => ({
  quantity: wireAmount(quantity),
  costs: wireAmount(counter),
  averagePrice,
  sellable: wireAmount(closing),
  breakEven,
});

/** AV-2 before the press. */
export function presentJoin(orders: Orders, plan: JoinPlan, exits: Exits): ResponseOf<typeof previewAverage> {
  const keys = plan.keys.map((key) => {
    const { keyId: uid, keyName: connectorName, inGroup, joined, left } = key;
    const books = booksTogether(orders, key);
    const result = (price: Big | null) => {
      const at = books && price && resultAt(books, price);
      return at ? shown(at.profit) : null;
    };
    return {
      uid,
      connectorName,
      inGroup,
      joined: holdingOf(joined),
      sellableApart: wireAmount(joined.closingApart),
      dust: wireAmount(joined.dust),
      takeProfitResult: result(exitPrice(exits, 'take-profit')),
      stopLossResult: result(exitPrice(exits, 'stop-loss')),
      left,
    };
  });
  return { error: plan.error, blocks: plan.blocks, keys };
}
