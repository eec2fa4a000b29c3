import type { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BasketPlan } from '#contracts/bot-settings.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { OpenKey } from '../../keys/index.ts';
import { freeBeside, keptOf } from '../bot-claims.ts';
import type { BotDeps } from '../deps.ts';
import { findKey } from '../find-key.ts';
import { amountText, note, noteWith, pairName } from './field-note.ts';
import { FREE_UNKNOWN, freeOfKey } from './free-of-key.ts';
import { stopFaults } from './basket-stop-faults.ts';
import {
  assetField,
  type BasketMarket,
  basketParts,
  checkBasket,
  type CheckedBasket,
  type PreparedPart,
} from './check-basket.ts';

export interface WantedBasket {
  market: Market;
  symbolName: string;
  mainUid?: string | undefined;
  plan: BasketPlan;
  stop: BotStop;
  startAt: Big | null;
  copyKeys: boolean;
  /** How old the exchange's word on what is free may be, ms; none for a start. */
  age?: number;
}

export interface PreparedBasket extends CheckedBasket {
  key: OpenKey;
  /** The pair that names the counter currency. */
  pair: ExchangePair;
  fee: Big;
  /** By asset, without what belongs to bots; null while not known. */
  free: ReadonlyMap<string, Big> | null;
  /** What belongs to bots of the counter currency. */
  botsCounter: Big;
  refusals: FieldNote[];
}

async function freeOf(deps: BotDeps, userId: string, { key, age }: { key: OpenKey; age: number }) {
  const [known, kept] = await Promise.all([freeOfKey(deps, userId, { key, age }), deps.claims.kept(userId, key.keyId)]);
  const free = known && new Map([...known].map(([asset, has]) => [asset, freeBeside(has, keptOf(kept, asset))]));
  return { free, kept };
}

/** C-27: what the account does not have free. */
function shortOf({ parts, counter, free, key }: Omit<PreparedBasket, 'refusals'>, plan: BasketPlan) {
  if (!free) return [note('', FREE_UNKNOWN)];
  const short = (at: string, asset: string, needed: Big): FieldNote[] => {
    const has = free.get(asset) ?? ZERO;
    if (needed.lte(has)) return [];
    const decimals = asset === counter ? amountText : (value: Big) => value.toFixed();
    const text = `This needs ${decimals(needed)} ${asset}; ${decimals(has)} are free on ${isolated(key.name)}.`;
    return [has.gt(0) ? noteWith(at, text, asset === counter ? has.round(2, 0) : has) : note(at, text)];
  };
  const coins = parts.flatMap(({ part }) => {
    const at = plan.settings.assets.indexOf(part);
    return part.coins ? short(assetField(at, 'coins'), part.asset, part.coins) : [];
  });
  return [...short('settings.invest', counter, plan.settings.invest), ...coins];
}

/** What the account and the exchange say against a start now. */
async function accountFaults(
  deps: BotDeps,
  userId: string,
  { market, parts }: { market: Market; parts: PreparedPart[] },
) {
  const closed = deps.trading.refusal(userId);
  const halts = await Promise.all(parts.map(({ pair }) => deps.markets.haltOf(market, pair.symbol)));
  const later = halts.flatMap((halt) => (halt ? `${halt.sentence} You can save this basket and start it later.` : []));
  return [...(closed === null ? [] : [closed]), ...later].map((text) => note('', text));
}

/** What only a start on a key cannot have. */
const startFaults = ({ startAt, copyKeys }: WantedBasket): FieldNote[] => [
  ...(startAt === null ? [] : [note('startAt', 'A basket starts at once: it has no price of its own.')]),
  ...(copyKeys ? [note('copyKeys', 'A basket runs on one key. Create another one for a copy key.')] : []),
];

/** Counts by its counter currency alone: a draft may be named after a pair that is not traded any more. */
const namingPair = ({ markets }: BotDeps, { market, symbolName }: WantedBasket): ExchangePair =>
  markets.findPastPair(market, symbolName.replace('_', '').toUpperCase()) ?? markets.pairOf(market, symbolName);

/** An asset against the counter currency; null where that is not traded, or not any more. */
function tradedPair({ markets }: BotDeps, market: Market, name: string): ExchangePair | null {
  const pair = markets.findExchangePair(market, name);
  return pair?.delisted ? null : pair;
}

/** What a start of this basket would do and what stands against it; nothing is placed and nothing stored. */
export async function prepareBasket(deps: BotDeps, userId: string, wanted: WantedBasket): Promise<PreparedBasket> {
  const { market, plan, stop } = wanted;
  const pair = namingPair(deps, wanted);
  const key = await findKey(deps, userId, wanted);
  const of: BasketMarket = {
    counter: pair.counter,
    pairOf: (asset) => tradedPair(deps, market, `${asset}_${pair.counter}`),
    priceOf: ({ symbol }) => deps.markets.lastPrice(market, symbol)?.price ?? null,
  };
  const keyed = { userId, keyId: key.keyId, market };
  const fees = await Promise.all(
    basketParts(plan, of).parts.map(({ pair: { symbol } }) =>
      deps.marketContext.of({ ...keyed, symbol }, { needsFee: true }),
    ),
  );
  const fee = fees.reduce((most, seen) => max(most, seen?.fee ?? ZERO), ZERO);
  const { free, kept } = await freeOf(deps, userId, { key, age: wanted.age ?? 0 });
  const botsCounter = keptOf(kept, pair.counter);
  const checked = checkBasket(plan, { ...of, fee });
  const { parts, start, wrong, small } = checked;
  const known = { ...checked, key, pair, fee, free, botsCounter };
  const stops = stopFaults(stop, deps.clock());
  const account = await accountFaults(deps, userId, { market, parts });
  const never = [...wrong, ...startFaults(wanted)];
  if (never.length > 0) return { ...known, start: null, refusals: [...never, ...stops, ...account] };
  const unknown = start ? [] : parts.filter(({ price }) => !price).map((each) => pairName(each.pair));
  const prices = unknown.map((name) => note('', `The last price of ${name} is not known. Try again in a moment.`));
  return { ...known, refusals: [...stops, ...small, ...shortOf(known, plan), ...prices, ...account] };
}

/** Its worth at last prices, counter units. */
export const worthOf = ({ basket }: NonNullable<CheckedBasket['start']>): Big =>
  basket.assets.reduce((sum, { held, price }) => sum.plus(held.times(price)), basket.counter.held);

/** C-10: the largest single order. */
export const largestOf = ({ orders: { sells, buys } }: NonNullable<CheckedBasket['start']>): Big =>
  [...sells, ...buys].reduce((most, { worth }) => max(most, worth), ZERO);
