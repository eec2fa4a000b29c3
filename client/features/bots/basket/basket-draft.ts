import { Big } from 'big.js';
import * as z from 'zod/mini';
import { previewBot } from '#contracts/bot-preview.ts';
import { BasketPlan } from '#contracts/bot-settings.ts';
import type { SharedBot } from '#contracts/bot-links.ts';
import type { BotDetail } from '#contracts/bots.ts';
import type { Pair } from '#contracts/markets.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import { type AnyRead, draftOfStops, fieldOf, stopJson } from '../create/draft.ts';
import type { MainKey } from '../main-key.ts';

export interface AssetRow {
  asset: string;
  percent: number;
  /** Coins of one's own, as typed. */
  coins: string;
}

/** A basket as it is typed. */
export interface BasketDraft {
  name: string;
  counter: string;
  rows: readonly AssetRow[];
  invest: string;
  threshold: string;
  /** Hours. */
  every: string;
  /** 'stop.loss', 'stop.at' and their endings. */
  stops: Readonly<Record<string, string>>;
}

/** What can be in a basket: the counter currency, and all that is traded against it. */
export const assetsOf = (pairs: readonly Pair[], counter: string): string[] => [
  ...pairs.flatMap(({ baseCurrency, counterCurrency }) => (counterCurrency === counter ? [baseCurrency] : [])),
  counter,
];

const USUAL = ['BTC', 'ETH'];

export const usualCounter = (pairs: readonly Pair[]): string =>
  pairs.some(({ counterCurrency }) => counterCurrency === 'USDT') ? 'USDT' : (pairs[0]?.counterCurrency ?? 'USDT');

/** Two of the best known, half and half, with a quarter of what is free. */
export function firstBasket(pairs: readonly Pair[], free: Big | null): BasketDraft {
  const counter = usualCounter(pairs);
  const known = assetsOf(pairs, counter);
  const usual = USUAL.filter((asset) => known.includes(asset));
  const [one = counter, other = counter] = usual.length === USUAL.length ? usual : known;
  const quarter = free?.div(4).round(2, 0);
  return {
    name: 'My basket',
    counter,
    rows: [one, other].map((asset) => ({ asset, percent: 50, coins: '' })),
    invest: quarter?.gt(0) ? quarter.toFixed() : '',
    threshold: '5',
    every: '',
    stops: {},
  };
}

const typed = (value: Big | null | undefined): string => value?.toFixed() ?? '';

/** What a link shares in the fields: amounts are not in it. */
export function draftOfShared({ plan, stop, counterCurrency }: SharedBot): BasketDraft | null {
  if (plan.type !== 'basket') return null;
  const { assets, threshold, every } = plan.settings;
  return {
    name: 'My basket',
    counter: counterCurrency,
    rows: assets.map(({ asset, percent }) => ({ asset, percent, coins: '' })),
    invest: '',
    threshold: typed(threshold),
    every: every === null ? '' : String(every),
    stops: draftOfStops(stop),
  };
}

/** A saved basket in the fields. */
export function draftOfBasket({ name, plan, stop, counterCurrency }: BotDetail): BasketDraft | null {
  if (plan.type !== 'basket') return null;
  const { assets, invest, threshold, every } = plan.settings;
  return {
    name,
    counter: counterCurrency,
    rows: assets.map(({ asset, percent, coins }) => ({ asset, percent, coins: typed(coins) })),
    invest: typed(invest),
    threshold: typed(threshold),
    every: every === null ? '' : String(every),
    stops: draftOfStops(stop),
  };
}

const number = (text: string): number | null => readNumber(text)?.toNumber() ?? null;

/** Any of its pairs, which names the counter currency. */
const symbolOf = ({ rows, counter }: BasketDraft): string => {
  const base = rows.find(({ asset }) => asset !== counter)?.asset ?? '';
  return `${base}_${counter}`.toLowerCase();
};

/** What the contract makes of the fields, or what it says of each. */
export function readBasket({ market, uid }: Pick<MainKey, 'market' | 'uid'>, draft: BasketDraft): AnyRead {
  const stop = stopJson(draft.stops);
  const settings = {
    assets: draft.rows.map(({ asset, percent, coins }) => ({ asset, percent, coins: number(coins) || null })),
    invest: number(draft.invest) ?? 0,
    threshold: number(draft.threshold),
    every: number(draft.every),
  };
  const common = { market, symbolName: symbolOf(draft), mainUid: uid, stop, startAt: null, copyKeys: false };
  const request = z.safeParse(previewBot.json, { ...common, type: 'basket', settings });
  const plan = z.safeParse(BasketPlan, { type: 'basket', settings });
  if (!request.success || !plan.success) {
    const issues = request.error?.issues ?? [];
    return {
      faults: Object.fromEntries(issues.map(({ path, message }) => [fieldOf(path.join('.')), { text: message }])),
    };
  }
  return {
    request: request.data,
    terms: { plan: plan.data, stop: request.data.stop ?? {}, startAt: null, copyKeys: false },
  };
}
