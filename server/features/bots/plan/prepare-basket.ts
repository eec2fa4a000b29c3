import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BasketPlan, BotStop } from '#contracts/bot-settings.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { ceilTo } from '#contracts/rules/steps.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { type Basket, type Rebalancing, rebalancing } from '../../../domain/strategies/basket/rebalance.ts';
import { settingsFault, targetsFault } from '../../../domain/strategies/basket/when-due.ts';
import type { OpenKey } from '../../keys/index.ts';
import { freeBeside, keptOf } from '../bot-claims.ts';
import type { BotDeps } from '../deps.ts';
import { findKey } from '../find-key.ts';
import { amountText, note, noteWith, pairName } from './field-note.ts';
import { FREE_UNKNOWN, freeOfKey } from './free-of-key.ts';
import { stopFaults } from './basket-stop-faults.ts';

const CENT = new Big('0.01');
/** So that limits above the market and a move of the price leave no part too small. */
const ROOM = new Big('1.08');

type Part = BasketPlan['settings']['assets'][number];

/** One asset of a basket with its pair. */
export interface PreparedPart {
  part: Part;
  pair: ExchangePair;
  /** Last price, counter units; null while not known. */
  price: Big | null;
}

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

export interface PreparedBasket {
  key: OpenKey;
  /** The pair that names the counter currency. */
  pair: ExchangePair;
  counter: string;
  /** The counter currency's own percentage; 0 where it is no part. */
  counterPercent: number;
  parts: PreparedPart[];
  fee: Big;
  /** By asset, without what belongs to bots; null while not known. */
  free: ReadonlyMap<string, Big> | null;
  /** What belongs to bots of the counter currency. */
  botsCounter: Big;
  /** Null where the settings make none. */
  start: { basket: Basket; orders: Rebalancing } | null;
  refusals: FieldNote[];
}

const field = (at: number, name: string): string => `settings.assets.${at}.${name}`;

/** B-1: all of them are traded against one counter currency. */
function findParts(deps: Pick<BotDeps, 'markets'>, { market, plan }: WantedBasket, counter: string) {
  const faults: FieldNote[] = [];
  const parts = plan.settings.assets.flatMap((part, at): PreparedPart[] => {
    if (part.asset === counter) {
      if (part.coins) faults.push(note(field(at, 'coins'), `Put ${counter} in by the amount to invest.`));
      return [];
    }
    const pair = deps.markets.findExchangePair(market, `${part.asset}_${counter}`);
    if (!pair) {
      faults.push(
        note(field(at, 'asset'), `The exchange does not trade ${part.asset}/${counter}. Choose another asset.`),
      );
      return [];
    }
    return [{ part, pair, price: deps.markets.lastPrice(market, pair.symbol)?.price ?? null }];
  });
  return { parts, faults };
}

async function freeOf(deps: BotDeps, userId: string, { key, age }: { key: OpenKey; age: number }) {
  const [known, kept] = await Promise.all([freeOfKey(deps, userId, { key, age }), deps.claims.kept(userId, key.keyId)]);
  const free = known && new Map([...known].map(([asset, has]) => [asset, freeBeside(has, keptOf(kept, asset))]));
  return { free, kept };
}

/** C-27: what the account does not have free. */
function shortOf({ parts, counter, free, key }: Omit<PreparedBasket, 'refusals' | 'start'>, plan: BasketPlan) {
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
    return part.coins ? short(field(at, 'coins'), part.asset, part.coins) : [];
  });
  return [...short('settings.invest', counter, plan.settings.invest), ...coins];
}

/** B-4: a part that its target makes too small for an order, with what has to be invested. */
function smallFaults({ parts, start }: Pick<PreparedBasket, 'parts' | 'start'>, invest: Big): FieldNote[] {
  if (!start) return [];
  const total = start.basket.assets.reduce((sum, { held, price }) => sum.plus(held.times(price)), invest);
  const least = parts.map(({ part, pair, price }) => {
    const order = pair.minNotional.plus(pair.step.times(price ?? ZERO)).times(ROOM);
    return { part, total: order.div(new Big(part.percent).div(100)) };
  });
  const first = least.find((each) => each.total.gt(total));
  if (!first) return [];
  const needed = least.reduce((most, each) => max(most, each.total), ZERO);
  const nearest = ceilTo(CENT, needed.minus(total).plus(invest));
  const text = `${first.part.percent}% of it is too little for an order of ${first.part.asset}. Invest ${amountText(nearest)} or more.`;
  return [noteWith('settings.invest', text, nearest)];
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

function settingsFaults({ plan, startAt, copyKeys }: WantedBasket): FieldNote[] {
  const { assets, threshold, every, invest } = plan.settings;
  const targets = targetsFault(assets.map(({ asset, percent }) => ({ name: asset, percent })));
  const when = settingsFault({
    threshold: threshold && threshold.div(100),
    every: every === null ? null : every * HOUR,
  });
  const nothing = invest.lte(0) && assets.every(({ coins }) => !coins?.gt(0));
  return [
    ...(targets === null ? [] : [note('settings.assets', targets)]),
    ...(when === null ? [] : [note(`settings.${when.field}`, when.text)]),
    ...(nothing || invest.lt(0) ? [note('settings.invest', 'Enter an amount, or coins of your own.')] : []),
    ...(startAt === null ? [] : [note('startAt', 'A basket starts at once: it has no price of its own.')]),
    ...(copyKeys ? [note('copyKeys', 'A basket runs on one key. Create another one for a copy key.')] : []),
  ];
}

function startOf(
  { parts, counterPercent, fee }: Pick<PreparedBasket, 'parts' | 'counterPercent' | 'fee'>,
  invest: Big,
): PreparedBasket['start'] {
  const assets = parts.flatMap(({ part, pair: { tick, step, minNotional }, price }) =>
    price
      ? [{ name: part.asset, held: part.coins ?? ZERO, price, target: share(part.percent), tick, step, minNotional }]
      : [],
  );
  if (assets.length < parts.length) return null;
  const basket = { assets, counter: { held: invest, target: share(counterPercent) }, fee };
  return { basket, orders: rebalancing(basket) };
}

const share = (percent: number): Big => new Big(percent).div(100);

/** What a start of this basket would do and what stands against it; nothing is placed and nothing stored. */
export async function prepareBasket(deps: BotDeps, userId: string, wanted: WantedBasket): Promise<PreparedBasket> {
  const { market, plan, stop } = wanted;
  const pair = deps.markets.pairOf(market, wanted.symbolName);
  const key = await findKey(deps, userId, wanted);
  const { parts, faults } = findParts(deps, wanted, pair.counter);
  const counterPercent = plan.settings.assets.find(({ asset }) => asset === pair.counter)?.percent ?? 0;
  const of = { userId, keyId: key.keyId, market };
  const fees = await Promise.all(
    parts.map(({ pair: { symbol } }) => deps.marketContext.of({ ...of, symbol }, { needsFee: true })),
  );
  const fee = fees.reduce((most, seen) => max(most, seen?.fee ?? ZERO), ZERO);
  const { free, kept } = await freeOf(deps, userId, { key, age: wanted.age ?? 0 });
  const botsCounter = keptOf(kept, pair.counter);
  const known = { key, pair, counter: pair.counter, counterPercent, parts, fee, free, botsCounter };
  const wrong = [...settingsFaults(wanted), ...faults];
  const stops = stopFaults(stop, deps.clock());
  const account = await accountFaults(deps, userId, { market, parts });
  if (wrong.length > 0) return { ...known, start: null, refusals: [...wrong, ...stops, ...account] };
  const { invest } = plan.settings;
  const start = startOf(known, invest);
  const unknown = parts.filter(({ price }) => !price).map((each) => pairName(each.pair));
  const prices = unknown.map((name) => note('', `The last price of ${name} is not known. Try again in a moment.`));
  const small = smallFaults({ parts, start }, invest);
  return { ...known, start, refusals: [...stops, ...small, ...shortOf(known, plan), ...prices, ...account] };
}

/** Its worth at last prices, counter units. */
export const worthOf = ({ basket }: NonNullable<PreparedBasket['start']>): Big =>
  basket.assets.reduce((sum, { held, price }) => sum.plus(held.times(price)), basket.counter.held);

/** C-10: the largest single purchase. */
export const largestOf = ({ orders }: NonNullable<PreparedBasket['start']>): Big =>
  orders.buys.reduce((most, { worth }) => max(most, worth), ZERO);
