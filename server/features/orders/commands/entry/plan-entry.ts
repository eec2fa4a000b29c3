import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { PlaceOrder } from '#contracts/orders.ts';
import type { Limit } from '#contracts/rules/ladder.ts';
import { exitsFault } from '#contracts/rules/target-bounds.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { hasExits } from '../../../../domain/position/exits.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import { Refusal } from '../../../../lib/errors.ts';
import { newId } from '../../../../lib/id.ts';
import { presentPair } from '../../../markets/index.ts';
import type { Orders } from '../../orders.ts';
import type { NewPosition } from '../../store/add-deal.store.ts';
import { besideBots, keptByBot } from './beside-bots.ts';
import { askedOf, type EntryPart, entryPlanFault, exitsOf, shapeFault } from './entry-plan.ts';
import { type EntryKey, entryKey } from './entry-key.ts';
import { ladderEntry, ladderExitsFault } from './entry-ladder.ts';
import { entryTerms } from './entry-terms.ts';
import { sizedCopy } from './sized-copy.ts';
import { entryTriggerFault } from './entry-trigger.ts';
import { exitFault, entryContext } from '../exit-faults.ts';

export const NOT_COMPARED =
  'This key takes no orders yet: what it has on the exchange is still being compared after a restart. Try again in a moment.';
const SKIP_NOT_COMPARED = { code: 'SKIP_NOT_COMPARED', sentence: NOT_COMPARED };

export interface Wanted extends PlaceOrder {
  section: Side;
  /** No copy key repeats it. */
  alone?: boolean;
  /** The hook whose signal asked for it, for the block's story. */
  hookName?: string;
  /** The bot that opens it, with the key that `mainUid` names and with money that it keeps. */
  bot?: { id: string; name: string };
}

export interface Sized extends EntryKey {
  pair: ExchangePair;
  /** Of a ladder what a base unit costs on average. */
  price: Big;
  quantity: Big;
  /** EX-9: what it is placed as instead of one order; null for one order. */
  limits: readonly Limit[] | null;
}

/** What is not traded is a refused rule; what is not known yet is not. */
function pairOrFault({ markets }: Orders, market: Market, name: string): ExchangePair | { error: string } {
  try {
    return markets.pairOf(market, name);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return { error: error.message };
    throw error;
  }
}

async function onSteps(orders: Orders, userId: string, wanted: Wanted): Promise<Sized | { error: string }> {
  const { market, symbolName, section } = wanted;
  const pair = pairOrFault(orders, market, symbolName);
  if ('error' in pair) return pair;
  const halt = await orders.markets.haltOf(market, pair.symbol);
  if (halt) return { error: halt.sentence };
  const found = await entryKey(orders, userId, wanted);
  if ('error' in found) return found;
  const average = orders.markets.lastPrice(market, pair.symbol)?.price ?? null;
  const place = { pair, shown: presentPair(market, pair), average };
  const { ladder } = wanted;
  const terms = ladder
    ? ladderEntry(place, section, { ...wanted, ladder })
    : Object.assign(entryTerms(place, section, wanted), { limits: null });
  if ('error' in terms) return terms;
  const error = targetsFault(wanted, place, terms) ?? entryExitFault(orders, wanted, { pair, ...found, ...terms });
  return error === null ? { pair, ...found, ...terms } : { error };
}

/** Whether its targets lie where they may, by the price that they are measured from. */
function targetsFault(
  wanted: Wanted,
  { pair: { tick, percentPrice }, average }: { pair: ExchangePair; average: Big | null },
  { price, limits }: Pick<Sized, 'price' | 'limits'>,
): string | null {
  const side = wanted.section;
  const band = average && percentPrice ? { average, percent: percentPrice } : null;
  if (limits) return ladderExitsFault(exitsOf(wanted), limits, { side, tick, band });
  const desired = { takeProfit: wanted.takeProfitPrice, stopLoss: wanted.stopLossPrice };
  return exitsFault(desired, { side, market: price, tick }, band);
}

/** What an entry spends. */
export const spentOn = (
  side: Side,
  { base, counter }: Pick<ExchangePair, 'base' | 'counter'>,
  { price, quantity }: { price: Big; quantity: Big },
): { asset: string; amount: Big } =>
  side === 'buy' ? { asset: counter, amount: price.times(quantity) } : { asset: base, amount: quantity };

/** What an entry becomes on the exchange's steps, without regard to what bots keep; or why it cannot be. */
async function sizeWithoutBots(orders: Orders, userId: string, wanted: Wanted): Promise<Sized | { error: string }> {
  const shape = shapeFault(wanted);
  if (shape !== null) return { error: shape };
  const sized = await onSteps(orders, userId, wanted);
  if ('error' in sized) return sized;
  const fault = await entryPlanFault(orders, partOf(orders, userId, { wanted, sized }), askedOf(wanted));
  const error = fault ?? (await entryTriggerFault(orders, userId, { wanted, sized }));
  return error === null ? sized : { error };
}

/** C-5: why it needs what bots keep; null where it does not. */
function keptFault(orders: Orders, userId: string, { wanted, sized }: { wanted: Wanted; sized: Sized }) {
  const spent = spentOn(wanted.section, sized.pair, sized);
  return besideBots(orders, userId, { keyId: sized.key.keyId, botId: wanted.bot?.id ?? null, ...spent });
}

/** What an entry becomes on the exchange's steps, or why it cannot be. */
export async function sizeEntry(orders: Orders, userId: string, wanted: Wanted): Promise<Sized | { error: string }> {
  const sized = await sizeWithoutBots(orders, userId, wanted);
  if ('error' in sized) return sized;
  const error = await keptFault(orders, userId, { wanted, sized });
  return error === null ? sized : { error };
}

/** The main key's entry, as its plan looks at it. */
export function partOf(
  { marketContext, markets }: Orders,
  userId: string,
  { wanted, sized }: { wanted: Wanted; sized: Sized },
): EntryPart {
  const { pair, key, price, quantity } = sized;
  const { section: side, counterEarning, market } = wanted;
  const fee = marketContext.feeOf({ keyId: key.keyId, symbol: pair.symbol });
  const average = markets.lastPrice(market, pair.symbol)?.price ?? null;
  return { userId, keyId: key.keyId, pair, side, counterEarning, price, quantity, fee, average };
}

/** V-03: a target that could not be traded at its price is refused before anything is bought. */
function entryExitFault(
  { marketContext }: Orders,
  wanted: Wanted,
  { pair, key, price, quantity }: Sized,
): string | null {
  if (askedOf(wanted)) return null;
  const { section: side, counterEarning } = wanted;
  const fee = marketContext.feeOf({ keyId: key.keyId, symbol: pair.symbol });
  const terms = { side, counterEarning, fee, step: pair.step };
  const entry = { side, quantity, counter: price.times(quantity) };
  return exitFault(exitsOf(wanted), entryContext(pair, entry, terms), price);
}

/** The exchange itself sizes the targets from what was bought; what waits for a price, and several limits, cannot be in a list; where a block keeps base back, they follow the fill. */
function canBringTargets(wanted: Wanted, { pair }: Sized): boolean {
  return (
    hasExits(exitsOf(wanted)) &&
    wanted.section === 'buy' &&
    wanted.counterEarning &&
    !wanted.trigger &&
    !wanted.ladder &&
    pair.lists.has('opo')
  );
}

/** Whether an entry brings its targets on a key. C-5: not beside a bot's coins, of which the exchange would take its fee. */
export async function bringingTargets(
  { bots }: Pick<Orders, 'bots'>,
  userId: string,
  { wanted, sized }: { wanted: Wanted; sized: Sized },
): Promise<(keyId: string) => boolean> {
  if (!canBringTargets(wanted, sized)) return () => false;
  const withCoins = await bots.keysWithCoins(userId, sized.pair.base);
  return (keyId) => !withCoins.has(keyId);
}

async function plannedPositions(
  orders: Orders,
  userId: string,
  of: { wanted: Wanted; sized: Sized },
): Promise<{ main: NewPosition; copies: NewPosition[] }> {
  const { wanted, sized } = of;
  const { pair, key, copyKeys, price, quantity, limits } = sized;
  const deal = {
    userId,
    copyKeys,
    mainKeyId: key.keyId,
    market: wanted.market,
    symbol: pair.symbol,
    section: wanted.section,
    price,
    quantity,
  };
  const alreadySpent = await keptByBot(orders, userId, { ...of.wanted, keyId: key.keyId, asset: pair.counter });
  const [planned, bringsTargets] = await Promise.all([
    wanted.alone ? [] : orders.planCopies({ ...deal, alreadySpent }),
    bringingTargets(orders, userId, of),
  ]);
  const common = (keyId: string) => ({ price, limits, keyId, id: newId(), withTargets: bringsTargets(keyId) });
  const main: NewPosition = { ...common(key.keyId), ordinal: 0, quantity, skip: null };
  const copies = planned.map((copy, index): NewPosition => {
    const { skip: skipped, ...size } = sizedCopy(copy, sized, wanted.section);
    const skip = skipped ?? (orders.engine.mayOrder(copy.keyId) ? null : SKIP_NOT_COMPARED);
    const none = skip ? { quantity: ZERO, limits: null } : {};
    return Object.assign(common(copy.keyId), { skip, ordinal: index + 1 }, size, none);
  });
  return { main, copies };
}

/** What an entry becomes on each key, or why it cannot be. */
export type PlannedEntry = { error: string } | { sized: Sized; main: NewPosition; copies: NewPosition[] };

/** Writes nothing. */
export async function planEntry(orders: Orders, userId: string, wanted: Wanted): Promise<PlannedEntry> {
  orders.trading.mustBeOpen(userId);
  const sized = await sizeWithoutBots(orders, userId, wanted);
  if ('error' in sized) return sized;
  // Each reads of its own: together they take as long as one.
  const [error, positions] = await Promise.all([
    keptFault(orders, userId, { wanted, sized }),
    plannedPositions(orders, userId, { wanted, sized }),
  ]);
  return error === null ? { sized, ...positions } : { error };
}
