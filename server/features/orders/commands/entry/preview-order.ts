import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import type { previewOrder, Receipt } from '#contracts/orders.ts';
import { costOf, type Limit } from '#contracts/rules/ladder.ts';
import { earned, sellable } from '#contracts/rules/earning.ts';
import { floored, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import { deepestStop } from '#contracts/rules/target-bounds.ts';
import { wireAmount } from '../../../../lib/decimal.ts';
import type { ExchangePair } from '../../../../domain/market/pair.ts';
import type { CopyPlan } from '../../deps.ts';
import type { Orders } from '../../orders.ts';
import { exitWarning, entryContext } from '../exit-faults.ts';
import { askedOf, exitsOf, plannedEntry } from './entry-plan.ts';
import { bringingTargets, partOf, type Sized, sizeEntry, type Wanted } from './plan-entry.ts';
import { farPrice } from './far-price.ts';
import { sizedCopy } from './sized-copy.ts';
import { meetsBots } from './meets-bots.ts';
import { intended, withinLimits } from '../../sending/within-limits.ts';

type Preview = ResponseOf<typeof previewOrder>;
const DECIMALS = 8;
const shown = (amount: Big): Big => wireAmount(amount.round(DECIMALS, Big.roundDown));

interface Part {
  keyId: string;
  name: string;
  price: Big;
  quantity: Big;
  limits: readonly Limit[] | null;
  fee: Big;
  error: string | null;
  /** C-7. */
  meets: string | null;
  /** Of a copy whose limits are fewer than the main key's: a sentence. */
  fewer: string | null;
}

const limitReceipt = ({ price, quantity }: Limit) => ({
  price,
  quantity,
  counterQuantity: shown(price.times(quantity)),
});

/** EX-15. */
const fewerText = (own: readonly Limit[] | null, limits: readonly Limit[] | null): string | null =>
  own && limits && own.length < limits.length
    ? `${own.length} of ${limits.length} limits: the others would be too small, and are joined with them.`
    : null;

function receiptOf(wanted: Wanted, pair: ExchangePair, part: Part): Receipt {
  const { section, counterEarning } = wanted;
  const exits = exitsOf(wanted);
  const { step } = pair;
  const { price, quantity, limits, fee } = part;
  const counter = limits ? costOf(limits) : price.times(quantity);
  const entry = { side: section, quantity, counter };
  const target = (at: Big | null | undefined) => {
    if (!at || quantity.eq(0)) return null;
    const { quantity: traded, profit, percent } = earned(entry, { counterEarning, fee, step }, at);
    return { price: at, quantity: shown(traded), profit: shown(profit), percent: floored(percent, PERCENT_DECIMALS) };
  };
  const stop = target(exits.stop?.price);
  // Of a plan with several there is no one result: it is shown with its slices.
  const [first, second] = exits.takeProfits;
  const kept = new Big(1).minus(fee);
  const warnings = [exitWarning(exits, entryContext(pair, entry, { side: section, counterEarning, fee, step }))];
  const short = stop ? stop.quantity.times(stop.price).minus(counter.times(kept)) : ZERO;
  return {
    uid: part.keyId,
    connectorName: part.name,
    price,
    quantity,
    counterQuantity: shown(counter),
    ...(limits ? { limits: limits.map(limitReceipt) } : {}),
    received: shown((section === 'buy' ? quantity : counter).times(kept)),
    takeProfit: second ? null : target(first?.price),
    stopLoss: stop,
    reserve: section === 'sell' && short.gt(0) ? shown(short) : ZERO,
    error: part.error,
    meets: part.meets,
    warning: quantity.eq(0) ? null : [part.fewer, ...warnings].filter((text) => text !== null).join(' ') || null,
  };
}

interface Sizing {
  wanted: Wanted;
  sized: Sized;
  fee: Big;
  copies: readonly CopyPlan[];
}

/** What each key would order, the main key first. */
async function partsOf(
  orders: Orders,
  userId: string,
  { wanted: { section }, sized, fee, copies }: Sizing,
): Promise<[Part, ...Part[]]> {
  const { pair, key, price, quantity, limits } = sized;
  const entry = { symbol: pair.symbol, side: section, price: limits?.[0]?.price ?? price };
  const named = copies.map(async ({ keyId, ...plan }): Promise<Part> => {
    const name = (await orders.keys.byId(userId, keyId))?.name ?? '';
    const { skip, ...size } = sizedCopy(plan, sized, section);
    const meets = skip ? null : await meetsBots(orders, userId, { keyId, ...entry });
    const fewer = fewerText(size.limits, limits);
    return Object.assign(size, { keyId, name, fee, meets, error: skip?.sentence ?? null, fewer });
  });
  const { keyId, name } = key;
  const meets = await meetsBots(orders, userId, { keyId, ...entry });
  const main: Part = { keyId, name, price, quantity, limits, fee, meets, error: null, fewer: null };
  return [main, ...(await Promise.all(named))];
}

/** What an entry would become, for the main key and each copy; nothing is placed and nothing written down. */
export async function preview(orders: Orders, userId: string, wanted: Wanted): Promise<Preview> {
  const sized = await sizeEntry(orders, userId, wanted);
  if ('error' in sized) return { error: sized.error, receipts: [], fee: null, deepestStop: null };
  const { pair, key, copyKeys, price, quantity, limits } = sized;
  const { market, section } = wanted;
  const average = orders.markets.lastPrice(market, pair.symbol)?.price ?? null;
  const far = limits ? null : farPrice(price, { side: section, tick: pair.tick, average, percent: pair.percentPrice });
  if (far !== null) return { error: far, receipts: [], fee: null, deepestStop: null };
  const of = { userId, keyId: key.keyId, market, symbol: pair.symbol };
  const marketContext = await orders.marketContext.of(of, { needsFee: true });
  const fee = marketContext?.fee ?? ZERO;
  const deal = { userId, mainKeyId: key.keyId, copyKeys, market, symbol: pair.symbol, section, price, quantity };
  const planned = wanted.alone ? [] : await orders.planCopies(deal);
  const over = await orders.limits.verdict(userId, intended(wanted, sized, { main: quantity, copies: planned }));
  if (over.main !== null) return { error: over.main, receipts: [], fee: null, deepestStop: null };
  const copies = withinLimits(planned, over.copies);
  const [main, ...named] = await partsOf(orders, userId, { wanted, sized, fee, copies });
  const held = sellable(
    { side: section, quantity, counter: price.times(quantity) },
    { counterEarning: wanted.counterEarning, fee, step: pair.step },
  );
  return {
    error: null,
    receipts: [main, ...named].map((part) => receiptOf(wanted, pair, part)),
    fee,
    deepestStop: section === 'buy' ? deepestStop(held, pair.minNotional, pair.tick) : null,
    ...(await planField(orders, userId, { wanted, sized, parts: [main, ...named] })),
  };
}

/** Left out without a plan, or without a pair that is priced. */
async function planField(
  orders: Orders,
  userId: string,
  { parts, ...of }: { wanted: Wanted; sized: Sized; parts: readonly Part[] },
): Promise<Pick<Preview, 'planned'>> {
  const common = partOf(orders, userId, of);
  const placed = parts.filter(({ error, quantity }) => error === null && quantity.gt(0));
  const all = placed.map(({ name, keyId, price, quantity, fee }) => ({
    name,
    part: { ...common, keyId, price, quantity, fee },
  }));
  const bringsTargets = await bringingTargets(orders, userId, of);
  const planned = await plannedEntry(orders, all, {
    asked: askedOf(of.wanted),
    withTargets: bringsTargets(of.sized.key.keyId),
    isLadder: of.sized.limits !== null,
  });
  return planned ? { planned } : {};
}
