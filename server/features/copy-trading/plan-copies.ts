import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { JsonOf } from '#contracts/endpoint.ts';
import type { sizeCopyKey } from '#contracts/key-edits.ts';
import type { Market } from '#contracts/symbol.ts';
import { Refusal } from '../../lib/errors.ts';
import { inTime } from '../../lib/in-time.ts';
import type { Log } from '../../lib/log.ts';
import { priceBetween } from '../../lib/price-between.ts';
import type { CopyKey, Keys } from '../keys/index.ts';
import type { CopyPlan, PlanCopies } from '../orders/index.ts';
import { type CopyLeast, copyLeast, copySize, type CopyTerms, type PairRules } from './copy-size.ts';

/** What each of several keys has free of an asset, asked of all at once; null of one that is not known within so many ms. */
export type FreeWithin = (ms: number, userId: string, of: FreeAsset) => Promise<ReadonlyMap<string, Big | null>>;
interface FreeAsset {
  keyIds: readonly string[];
  asset: string;
}

export interface PlanDeps {
  log: Log;
  keys: Pick<Keys, 'copies'> & { freeWithin: FreeWithin };
  markets: {
    /** By the exchange's symbol; null where the market does not trade it. */
    findExchangePair: (market: Market, symbol: string) => PairRules | null;
    lastPrice: LastPrice;
  };
}

/** By the exchange's symbol; null while not known. */
type LastPrice = (market: Market, symbol: string) => { price: Big } | null;

export interface PreviewDeps {
  keys: Pick<Keys, 'copies' | 'balances' | 'holdings'>;
  lastPrice: LastPrice;
}

type Deal = Parameters<PlanCopies>[0];

/** How long to wait for an unknown balance, in ms: the main key does not wait for its copies. */
const PATIENCE = 2000;

interface Group {
  rules: PairRules;
  copies: CopyKey[];
  lastPrice: LastPrice;
}
interface Sized {
  copy: CopyKey;
  terms: CopyTerms;
}

/** For a main key without copying, whose balances are not watched: asks the exchange. */
const askedFor =
  (keys: PreviewDeps['keys']): FreeWithin =>
  async (ms, userId, { keyIds, asset }) => {
    const ask = async (keyId: string) => {
      const { balances } = await keys.holdings(userId, keyId);
      return balances.find((each) => each.asset === asset)?.free ?? ZERO;
    };
    const freeOf = async (keyId: string) => {
      const known = await keys.balances.within(ms, userId, keyId);
      if (known) return known.free.get(asset) ?? ZERO;
      return inTime(
        ask(keyId).catch(() => null),
        ms,
      );
    };
    return new Map(await Promise.all(keyIds.map(async (keyId) => [keyId, await freeOf(keyId)] as const)));
  };

/** Each copy with the terms of its size. */
async function withTerms(freeWithin: FreeWithin, deal: Deal, of: Group): Promise<Sized[]> {
  const { userId, mainKeyId, section } = deal;
  const asset = section === 'buy' ? of.rules.counter : of.rules.base;
  const used = of.copies.filter(({ disabledReason }) => disabledReason === null).map(({ id }) => id);
  const keyIds = deal.mainFree === undefined ? [mainKeyId, ...used] : used;
  const free = await freeWithin(PATIENCE, userId, { keyIds, asset });
  // The deal's own cost is added back: both balances count as before it.
  const mainFree = deal.mainFree ?? free.get(mainKeyId)?.plus(deal.alreadySpent ?? ZERO) ?? null;
  const counterUsdt = priceBetween(of.rules.counter, 'USDT', (symbol) => of.lastPrice(deal.market, symbol)?.price);
  return of.copies.map((copy) => {
    const { id, multiplier, ceiling, fixed } = copy;
    return { copy, terms: { mainFree, free: free.get(id) ?? null, multiplier, ceiling, fixed, counterUsdt } };
  });
}

const planOf = (deal: Deal, rules: PairRules, { copy: { id, disabledReason }, terms }: Sized): CopyPlan =>
  disabledReason === null
    ? { keyId: id, ...copySize(deal, rules, terms) }
    : { keyId: id, quantity: ZERO, skip: { code: 'KEY_DISABLED', sentence: disabledReason } };

/** Which keys copy a deal and by how much, oldest first. Never throws: without a plan the main key still trades. */
export async function planCopies(deps: PlanDeps, deal: Deal): Promise<CopyPlan[]> {
  try {
    const rules = deps.markets.findExchangePair(deal.market, deal.symbol);
    const known = deal.copyKeys ?? (await deps.keys.copies(deal.userId, deal.mainKeyId));
    const copies = known.filter(({ inProcess }) => inProcess);
    if (!rules || copies.length === 0) return [];
    const { lastPrice } = deps.markets;
    const sized = await withTerms(deps.keys.freeWithin, deal, { rules, copies, lastPrice });
    return sized.map((each) => planOf(deal, rules, each));
  } catch (error) {
    deps.log.error({ error, mainKeyId: deal.mainKeyId }, 'copies could not be planned');
    return [];
  }
}

type UnsavedRule = Omit<JsonOf<typeof sizeCopyKey>, 'mainUid'>;

interface PreviewedCopy extends CopyLeast {
  plan: CopyPlan;
}

/**
 * What the copies of a deal would be, and the least that is copied on each key; optionally with a rule that is not
 * saved yet.
 */
export async function previewDeal(
  { keys, lastPrice }: PreviewDeps,
  deal: Deal,
  { rules, unsaved }: { rules: PairRules; unsaved: UnsavedRule | undefined },
): Promise<PreviewedCopy[]> {
  const saved = await keys.copies(deal.userId, deal.mainKeyId);
  if (unsaved && !saved.some(({ id }) => id === unsaved.updateUid))
    throw new Refusal('not-found', 'There is no such copy key under this main key.');
  const asTyped = (copy: CopyKey): CopyKey => {
    if (copy.id !== unsaved?.updateUid) return copy;
    const { multiplier, ceiling, fixed = null } = unsaved;
    return { ...copy, multiplier, ceiling, fixed, inProcess: true };
  };
  const copies = saved.map(asTyped).filter(({ inProcess }) => inProcess);
  return (await withTerms(askedFor(keys), deal, { rules, copies, lastPrice })).map((sized): PreviewedCopy => {
    const plan = planOf(deal, rules, sized);
    const isUsed = sized.copy.disabledReason === null;
    const { least, leastDeal } = isUsed ? copyLeast(deal, rules, sized.terms) : { least: null, leastDeal: null };
    return { plan, least, leastDeal };
  });
}
