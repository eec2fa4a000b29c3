import type { AlertThen, AlertType, CreateAlert, Informing } from '#contracts/alerts.ts';
import type { Pair } from '#contracts/markets.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import type { Trend } from '#contracts/rules/series/trendline.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { type ConditionDraft, type ConditionFaults, readCondition, trendDraft } from './conditions/condition-draft.ts';
import { pairLabel } from '../../lib/pair-label.ts';

export interface AlertDraft {
  market: Market;
  /** Null for a price level. */
  condition: ConditionDraft | null;
  /** The hook that it calls. */
  calls: AlertThen | null;
  /** As typed: 'XRP/USDT', 'xrpusdt'. */
  pair: string;
  type: AlertType | '';
  informing: Informing | '';
  price: string;
  comment: string;
  favorite: boolean;
  sendToTelegram: boolean;
}

export type AlertFaults = Partial<Record<'pair' | 'type' | 'informing' | 'price', string>> & {
  condition?: ConditionFaults;
};

interface Beginning {
  market: Market;
  /** 'xrp_usdt'. */
  pairName: string;
  /** Price or line chosen on the chart. */
  level?: Big | undefined;
  trend?: Trend | undefined;
}

/** A one-time alert, whose type follows from its price until the person chooses one; `now` is epoch ms. */
export const newDraft = ({ market, pairName, level, trend }: Beginning, now: number): AlertDraft => ({
  market,
  condition: trend ? trendDraft(trend, now) : null,
  calls: null,
  pair: pairLabel(pairName),
  type: '',
  informing: 'ONLY_ONCE',
  price: level?.toFixed() ?? '',
  comment: '',
  favorite: false,
  sendToTelegram: false,
});

/** The type that fits the typed price: it depends on which side of the market the price is on. Empty without a price. */
export function proposedType(price: string, now: Big | undefined): AlertType | '' {
  const level = readNumber(price);
  if (!level?.gt(0)) return '';
  if (!now || now.eq(level)) return 'PRICE_REACHES';
  return level.gt(now) ? 'PRICE_RISES_ABOVE' : 'PRICE_DROPS_BELOW';
}

const simple = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const USUAL_COUNTER = 'USDT';

/** Finds the typed pair with '/', '_', '-' or no separator; a coin alone means its USDT pair. */
export function findPair(pairs: readonly Pair[], typed: string): Pair | null {
  const name = simple(typed);
  const exact = pairs.find(({ simpleName }) => simpleName === name);
  if (exact) return exact;
  const ofCoin = pairs.filter(({ baseCurrency }) => simple(baseCurrency) === name);
  return ofCoin.find(({ counterCurrency }) => counterCurrency.toUpperCase() === USUAL_COUNTER) ?? ofCoin[0] ?? null;
}

const MOST_SUGGESTIONS = 50;

/** Pairs that contain the typed text; those that start with it and USDT pairs first. All pairs while nothing is typed. */
export function suggestedPairs(pairs: readonly Pair[], typed: string): Pair[] {
  const name = simple(typed);
  const rank = ({ simpleName, counterCurrency }: Pair): number =>
    (simpleName.startsWith(name) ? 0 : 2) + (counterCurrency.toUpperCase() === USUAL_COUNTER ? 0 : 1);
  return pairs
    .filter(({ simpleName }) => simpleName.includes(name))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST_SUGGESTIONS);
}

/** More than any pair has. */
const MOST_DECIMALS = 8;

/** While the pair is not known yet, the maximum is allowed. */
export const priceDecimals = (pair: Pair | null): number => pair?.counterRound ?? MOST_DECIMALS;

type Read = { alert: CreateAlert } | { faults: AlertFaults };

/** Whether it waits for something of one pair. */
export const isOfPair = (condition: ConditionDraft | null): boolean => condition?.kind !== 'listing';

/** Whether it can fire only once. */
export const comesOnce = (condition: ConditionDraft | null): boolean =>
  condition?.kind === 'time' && condition.when === 'once';

function readConditionDraft(draft: AlertDraft, condition: ConditionDraft, pair: Pair | null): Read {
  const { market, comment, favorite, sendToTelegram } = draft;
  const read = readCondition(condition);
  const informing = comesOnce(condition) ? 'ONLY_ONCE' : draft.informing;
  const place = isOfPair(condition) ? pair && { symbol: pair.name } : {};
  if (place && informing && 'condition' in read)
    return {
      alert: {
        market,
        ...place,
        ...read,
        ...callsOf(draft),
        informing,
        comment,
        favorite,
        sendToTelegram,
        active: true,
      },
    };
  const faults: AlertFaults = 'faults' in read ? { condition: read.faults } : {};
  if (!place) faults.pair = 'Coin pair incorrect. Choose again';
  if (!informing) faults.informing = 'Choose frequency';
  return { faults };
}

const callsOf = ({ calls, condition }: AlertDraft) =>
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
  calls && isOfPair(condition) ? { then: calls } : {};

/** The alert, or the spec's error messages by field. */
export function readDraft(draft: AlertDraft, pairs: readonly Pair[]): Read {
  if (draft.condition) return readConditionDraft(draft, draft.condition, findPair(pairs, draft.pair));
  const { type, informing, market, comment, favorite, sendToTelegram } = draft;
  const pair = findPair(pairs, draft.pair);
  const price = readNumber(draft.price);
  const priceFault = faultOfPrice(price, pair);
  if (pair && type && informing && price && !priceFault) {
    const symbol = pair.name;
    return {
      alert: {
        market,
        symbol,
        price,
        type,
        ...callsOf(draft),
        informing,
        comment,
        favorite,
        sendToTelegram,
        active: true,
      },
    };
  }
  const faults: AlertFaults = {};
  if (!pair) faults.pair = 'Coin pair incorrect. Choose again';
  if (!type) faults.type = 'Choose alert type';
  if (!informing) faults.informing = 'Choose frequency';
  if (priceFault) faults.price = priceFault;
  return { faults };
}

function faultOfPrice(price: Big | null, pair: Pair | null): string | null {
  if (!price?.gt(0)) return 'Enter a price.';
  const most = priceDecimals(pair);
  return price.eq(price.round(most)) ? null : `This price may have ${most} decimals at most.`;
}

/** Note for a price that has already been passed: the alert fires at the next crossing. */
export function waitsNote({ type, price }: Pick<AlertDraft, 'type' | 'price'>, now: Big | undefined): string | null {
  const level = readNumber(price);
  if (!level?.gt(0) || !now) return null;
  const at = `The price is at ${grouped(now)}`;
  if (type === 'PRICE_RISES_ABOVE' && now.gte(level))
    return `${at}, already above. The alert waits for the next crossing: down, then up through ${grouped(level)}.`;
  if (type === 'PRICE_DROPS_BELOW' && now.lte(level))
    return `${at}, already below. The alert waits for the next crossing: up, then down through ${grouped(level)}.`;
  return null;
}
