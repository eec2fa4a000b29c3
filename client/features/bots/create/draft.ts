import type { SharedBot } from '#contracts/bot-links.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { BOT_TYPES } from '#contracts/bots.ts';
import { type AnyPlan, BotPlan, type RoundsType } from '#contracts/bot-settings.ts';
import { BotStop } from '#contracts/bot-stop.ts';
import { previewBot, type PreviewBot } from '#contracts/bot-preview.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { BACKTEST_INTERVALS, INTERVAL_MS } from '#contracts/rules/backtest-limits.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import { SECOND } from '#contracts/rules/time.ts';
import { Big } from 'big.js';
import * as z from 'zod/mini';
import { localMinute } from '../../../lib/local-minute.ts';
import { formOf, inputsOf } from './forms.ts';
import { kindOf } from './receipt-rows.ts';

/** Each field as it is typed, by its name: 'low', 'stop.below', 'endings.below'. */
export type Draft = Readonly<Record<string, string>>;

export interface Subject {
  type: RoundsType;
  market: Market;
  mainUid: string;
  pair: Pair;
}

export const STOPS = ['below', 'above', 'gain', 'loss', 'at'] as const;
export type StopName = (typeof STOPS)[number];

const ON = 'on';
const isOn = (draft: Draft, name: string): boolean => draft[name] === ON;
export const flag = (checked: boolean): string => (checked ? ON : '');

const near = (price: Big, times: string, decimals: number): string => price.times(times).round(decimals, 0).toFixed();

/** A part of what is free, so that something is left for others. */
const part = (free: Big | null, decimals: number): string => {
  const quarter = free?.div(4).round(Math.min(decimals, 2), 0);
  return quarter?.gt(0) ? quarter.toFixed() : '';
};

/** PB-11's defaults: with these all orders together are twelve times the first one. */
function ladderDraft(free: Beginning['free']): Draft {
  const first = part(free?.counter.div(12) ?? null, 2);
  return {
    base: first,
    addition: first,
    additions: '5',
    deviation: '1.5',
    deviationFactor: '1.3',
    amountFactor: '1.4',
    takeProfit: '1.5',
    stop: '5',
    withoutStop: '',
    coolDown: '300',
    dealsADay: '10',
    dailyLoss: '5',
  };
}

/** The defaults of PB-5 to PB-8. */
const SIGNAL_DRAFT: Draft = {
  places: '1',
  amount: '',
  share: '',
  reinvest: ON,
  interval: '5m',
  entry: 'limit',
  valid: '3',
  factor: '2.5',
  mean: '48',
  look: '12',
  bars: '2',
  flow: '0.15',
  sellersClose: ON,
  takeProfit: '3',
  stop: '2',
  trailing: '',
};

/** The defaults of PB-9. */
const TURTLE_DRAFT: Draft = { ...SIGNAL_DRAFT, interval: '1d', risk: '1', units: '4', coolDown: '86400' };

/** Of an interval, seconds; null where it is none. */
function barOf(interval: string | undefined): string | null {
  const known = BACKTEST_INTERVALS.find((each) => each === interval);
  return known ? String(INTERVAL_MS[known] / SECOND) : null;
}

/** PB-6: what is typed over what the fields begin with; a rest of one bar follows the interval until it is typed. */
export function draftWith(first: Draft, changes: Draft): Draft {
  const draft = { ...first, ...changes };
  const [before, now] = [barOf(first['interval']), barOf(draft['interval'])];
  const follows = changes['coolDown'] === undefined && now !== null && first['coolDown'] === before;
  return follows ? { ...draft, coolDown: now } : draft;
}

export interface Beginning {
  /** Null while it is not known. */
  price: Big | null;
  free: { base: Big; counter: Big } | null;
}

/** What a new bot begins with: 1.4's defaults around the market. */
export function firstDraft({ type, pair }: Pick<Subject, 'type' | 'pair'>, { price, free }: Beginning): Draft {
  const at = (times: string): string => (price ? near(price, times, pair.counterRound) : '');
  return {
    name: `${pair.baseCurrency} ${BOT_TYPES[type].toLowerCase()}`.slice(0, 40),
    low: at('0.92'),
    high: at('1.08'),
    steps: type === 'steps' ? '5' : '20',
    spacing: 'amount',
    size: 'amount',
    invest: part(free?.counter ?? null, 2),
    coins: part(free?.base ?? null, pair.baseRound),
    heldMirrors: '2',
    ownCoins: '',
    lowestWeight: '2',
    until: '',
    shiftEvery: '60',
    stopFollows: ON,
    up: '2',
    back: '2',
    order: 'buy-sell',
    counterEarning: 'counter',
    buy: at('0.98'),
    sell: at('1.02'),
    repeat: '',
    lowBorder: at('0.95'),
    highBorder: at('1.05'),
    wait: '60',
    startAt: '',
    copyKeys: '',
    ...ladderDraft(free),
    ...(kindOf(type) === 'signals' && SIGNAL_DRAFT),
    ...(kindOf(type) === 'units' && TURTLE_DRAFT),
    ...(type === 'signal' && { entry: 'now', valid: '15' }),
  };
}

const typed = (value: Big | string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Big) return value.toFixed();
  return typeof value === 'boolean' ? flag(value) : String(value);
};

/** What stops a saved bot, in the fields. */
export function draftOfStops(stop: BotStop): Draft {
  const stops = STOPS.flatMap((key) => [
    [`stop.${key}`, key === 'at' && stop.at ? localMinute(stop.at) : typed(stop[key])] as const,
    [`endings.${key}`, stop.endings?.[key] ?? ''] as const,
  ]);
  return Object.fromEntries(stops);
}

/** Settings in the fields, whether they are a saved bot's or came by a link. */
export function draftOfSettings({ plan, stop, startAt }: Pick<SharedBot, 'plan' | 'stop' | 'startAt'>): Draft {
  const settings = Object.entries(plan.settings).map(([key, value]) => [key, typed(value)] as const);
  const earning: Draft =
    'counterEarning' in plan.settings ? { counterEarning: plan.settings.counterEarning ? 'counter' : 'base' } : {};
  return { ...Object.fromEntries(settings), ...draftOfStops(stop), ...earning, startAt: typed(startAt) };
}

/** A saved bot in the fields. */
export const draftOfBot = (bot: BotDetail): Draft => ({
  ...draftOfSettings(bot),
  name: bot.name,
  copyKeys: flag(bot.copyKeys),
});

/** As JSON has it; undefined while nothing is typed, so that the contract says what to enter. */
const wireNumber = (text = ''): number | undefined => readNumber(text)?.toNumber();

function settingsJson({ type, pair }: Subject, draft: Draft): Record<string, unknown> {
  const form = formOf(type, pair);
  const { choices, checks } = form;
  const numbers = inputsOf(form).map(({ name, optional }) => [
    name,
    wireNumber(draft[name]) ?? (optional ? null : undefined),
  ]);
  const chosen = choices.map(({ name, options, flag: isFlag }) => {
    const value = draft[name] ?? options[0]?.value;
    return [name, isFlag ? value === options[0]?.value : value];
  });
  const checked = checks.map(({ name }) => [name, isOn(draft, name)]);
  return { ...typeJson(type, pair), ...Object.fromEntries([...numbers, ...chosen, ...checked]) };
}

/** What a type has fixed. */
function typeJson(type: RoundsType, { baseCurrency, counterCurrency }: Pair): Record<string, unknown> {
  const currencies = { baseCurrency, counterCurrency };
  if (type === 'levels') return currencies;
  if (type === 'range') return { ...currencies, repeat: true };
  if (type === 'sell-buy-once') return { ...currencies, order: 'sell-buy', repeat: false };
  return type === 'buy-sell-once' ? { ...currencies, order: 'buy-sell', repeat: false } : {};
}

export function stopJson(draft: Draft): Record<string, unknown> {
  const set = STOPS.filter((name) => draft[`stop.${name}`]);
  const values = set.map((name) => {
    const text = draft[`stop.${name}`] ?? '';
    return [name, name === 'at' ? Date.parse(text) : wireNumber(text)];
  });
  const endings = set.flatMap((name) => (draft[`endings.${name}`] ? [[name, draft[`endings.${name}`]]] : []));
  return { ...Object.fromEntries(values), ...(endings.length > 0 && { endings: Object.fromEntries(endings) }) };
}

export interface Note {
  text: string;
  /** The nearest value that works, and the field that takes it. */
  nearest?: { field: string; value: Big } | null;
}
/** By field; '' for none of them. */
export type Notes = Readonly<Record<string, Note>>;

/** 'settings.low' is the field 'low'. */
export const fieldOf = (path: string): string =>
  path.replace(/^settings\./, '').replace(/^stop\.endings\./, 'endings.');

export interface Terms {
  plan: BotPlan;
  stop: BotStop;
  startAt: Big | null;
  copyKeys: boolean;
}

export type ReadDraft = { request: PreviewBot; terms: Terms } | { faults: Notes };
/** Of any type. */
export type AnyRead = { request: PreviewBot; terms: Omit<Terms, 'plan'> & { plan: AnyPlan } } | { faults: Notes };

/** What the contract makes of the fields, or what it says of each. */
export function readDraft(subject: Subject, draft: Draft): ReadDraft {
  const { type, market, mainUid, pair } = subject;
  const settings = settingsJson(subject, draft);
  const stop = stopJson(draft);
  const startAt = wireNumber(draft['startAt']) ?? null;
  const copyKeys = isOn(draft, 'copyKeys');
  const common = { market, symbolName: pair.name, mainUid, stop, startAt, copyKeys };
  const request = z.safeParse(previewBot.json, { ...common, type, settings });
  const plan = z.safeParse(BotPlan, { type, settings });
  if (!request.success || !plan.success) {
    const issues = request.error?.issues ?? [];
    return {
      faults: Object.fromEntries(issues.map(({ path, message }) => [fieldOf(path.join('.')), { text: message }])),
    };
  }
  const terms = { plan: plan.data, stop: request.data.stop ?? {}, startAt: request.data.startAt ?? null, copyKeys };
  return { request: request.data, terms };
}
