import type { Big } from 'big.js';
import { ZERO, max, min } from '#contracts/rules/decimal.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { type Beyond, type Claim, claimOf, claimedAsset, sharesOf } from '../../../domain/position/claims.ts';
import type { OrderContext } from '../orders.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import { inDoubt, type InDoubt } from '../store/external-changes.store.ts';
import { heldBlocks } from '../store/held-positions.store.ts';

export interface AvailableContext
  extends Pick<OrderContext, 'db' | 'keys' | 'markets' | 'bots'>, Partial<Pick<OrderContext, 'free'>> {
  /** A position that counts as whole, whatever its owner was asked about. */
  whole?: string;
}
export interface HeldAsset {
  userId: string;
  keyId: string;
  market: Market;
  asset: string;
}
export interface HeldClaim extends Claim, Beyond {
  view: BlockView;
  position: PositionView;
}

/** What every open position of a key holds of an asset, by the books. */
async function claimsOn({ db, markets, whole }: AvailableContext, of: HeldAsset): Promise<HeldClaim[]> {
  const pairOf = (symbol: string) => markets.findExchangePair(of.market, symbol);
  const holds = ({ symbol, section }: { symbol: string; section: Side }) => {
    const pair = pairOf(symbol);
    return pair !== null && claimedAsset({ section }, pair) === of.asset;
  };
  const views = await heldBlocks(db, of.userId, { keyId: of.keyId, holds });
  const claims = views.flatMap((view) => {
    const pair = pairOf(view.block.symbol);
    const own = view.positions.filter(({ keyId, row }) => keyId === of.keyId && row.endedAt === null);
    return pair ? own.map((position) => Object.assign(claimOf(position, pair), { view, position })) : [];
  });
  const bought = claims.filter(({ id, position }) => position.section === 'buy' && id !== whole);
  const doubts = await inDoubt(
    db,
    of.userId,
    bought.map(({ id }) => id),
  );
  return claims.map((claim) => withoutDoubtful(claim, doubts.get(claim.id)));
}

/** What is in doubt is not counted as held until its owner has chosen. */
function withoutDoubtful(claim: HeldClaim, doubt: InDoubt | undefined): HeldClaim {
  if (!doubt) return claim;
  const quantity = max(claim.quantity.minus(doubt.traded).minus(doubt.missing), ZERO);
  return { ...claim, quantity, tied: min(claim.tied, quantity) };
}

/** What was traded between two readings is in one of them only: the smaller claim is the one that the balance answers. */
function smallest(before: readonly HeldClaim[], after: readonly HeldClaim[]): HeldClaim[] {
  const earlier = new Map(before.map((claim) => [claim.id, claim.quantity]));
  return after.map((claim) => {
    const quantity = min(claim.quantity, earlier.get(claim.id) ?? ZERO);
    return Object.assign(claim, { quantity, tied: min(claim.tied, quantity) });
  });
}

export interface Held extends HeldClaim {
  /** What of it can be traded now. */
  share: Big;
  /** What of it can still be on the account, also where exits of others tie it up. */
  there: Big;
}

/** Purchases come first: what a sale brought in is spent on other things as well. */
function shared(claims: readonly HeldClaim[], free: Big): Held[] {
  const bought = claims.filter(({ position }) => position.section === 'buy');
  const sold = claims.filter(({ position }) => position.section === 'sell');
  const ofBought = sharesOf(bought, free);
  const left = bought.reduce((sum, { id, tied }) => sum.minus(ofBought.get(id) ?? ZERO).plus(tied), free);
  const shares = new Map([...ofBought, ...sharesOf(sold, left)]);
  const beyond = bought.reduce((sum, claim) => sum.plus(claim.beyond), ZERO);
  const there = beyond.gt(0) ? sharesOf(bought, free.plus(beyond)) : ofBought;
  return claims.map((claim) => {
    const share = shares.get(claim.id) ?? ZERO;
    return Object.assign(claim, { share, there: there.get(claim.id) ?? share });
  });
}

const isMet = (held: readonly Held[]): boolean => held.every(({ share, quantity }) => share.gte(quantity));

async function askFree({ keys, markets, free }: AvailableContext, of: HeldAsset): Promise<Big | null> {
  const key = await keys.byId(of.userId, of.keyId);
  if (!key || !markets.isOn(of.market)) return null;
  const learn = free?.reading(of.keyId);
  const answer = await markets.exchange(of.market).balances(key.credentials, 'order');
  if (answer.outcome !== 'ok') return null;
  learn?.(answer.value);
  return answer.value.find(({ asset }) => asset === of.asset)?.free ?? ZERO;
}

/** C-5: what bots keep of it is no position's. */
async function keptByBots({ bots }: AvailableContext, { userId, keyId, asset }: HeldAsset): Promise<Big> {
  const kept = await bots.kept(userId, keyId);
  return kept.reduce((sum, one) => (one.asset === asset ? sum.plus(one.amount) : sum), ZERO);
}

/** What a key has of an asset, compared with what its positions hold of it; null while the exchange does not say. */
export async function compareHeld(deps: AvailableContext, of: HeldAsset): Promise<Held[] | null> {
  const [before, kept] = await Promise.all([claimsOn(deps, of), keptByBots(deps, of)]);
  const known = deps.free?.of(of.keyId, of.asset) ?? null;
  const byStream = known && shared(before, known.minus(kept));
  if (byStream && isMet(byStream)) return byStream;
  const free = await askFree(deps, of);
  if (!free) return null;
  const [after, keptAfter] = await Promise.all([claimsOn(deps, of), keptByBots(deps, of)]);
  // A bot that trades between the two readings keeps the smaller of both.
  return shared(smallest(before, after), free.minus(min(kept, keptAfter)));
}

/**
 * What of a position can still be there: of a purchase base units, of a sale counter currency. It is what its own resting
 * orders tie up and its share of what is free on the exchange now, never more than the position holds by the books.
 */
export async function availableBase(
  deps: AvailableContext,
  { view, position }: { view: Pick<BlockView, 'block'>; position: PositionView },
): Promise<(Pick<Held, 'there'> & { quantity: Big }) | 'unknown'> {
  const { userId, market, symbol } = view.block;
  const pair = deps.markets.findExchangePair(market, symbol);
  if (!pair) return 'unknown';
  const of = { userId, keyId: position.keyId, market, asset: claimedAsset(position, pair) };
  const held = await compareHeld(deps, of);
  if (!held) return 'unknown';
  const own = held.find(({ id }) => id === position.id);
  return { quantity: own?.share ?? ZERO, there: own?.there ?? ZERO };
}
