import type { Big } from 'big.js';
import type { BotPreview } from '#contracts/bot-preview.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { type BotType, isDealsType } from '#contracts/bot-settings.ts';
import { ONE } from '#contracts/rules/decimal.ts';
import type { Pair } from '#contracts/markets.ts';
import { formatAmount } from '../../../lib/format-amount.ts';

type Plan = NonNullable<BotPreview['plan']>;

/** It trades levels, a ladder of one deal, a deal at each signal, or units from a breakout on. */
export type BotKind = 'rounds' | 'ladder' | 'signals' | 'units';

export function kindOf(type: BotType): BotKind {
  if (!isDealsType(type)) return 'rounds';
  if (type === 'smart-money-turtle') return 'units';
  return type === 'averaging' ? 'ladder' : 'signals';
}

/** Whether its worst case is at a stop. Of a bot that goes by signals a price of its own bounds no deal that opens higher. */
export function stopsAtWorst(type: BotType, draft: Readonly<Record<string, string>>): boolean {
  const kind = kindOf(type);
  if (kind === 'units') return true;
  const ofDeal = kind !== 'rounds' && Boolean(draft['stop']);
  return ofDeal || (kind !== 'signals' && Boolean(draft['stop.below']));
}

export interface ReceiptRow {
  label: string;
  text: string;
  tone?: 'loss' | 'profit';
}

/** A loss is never shown smaller than it is. */
const cut = (value: Big, decimals: number): Big => value.round(decimals, value.lt(0) ? 3 : 0);
export const amount = (value: Big, unit: string): string => {
  const decimals = seenDecimals(value, 2);
  return `${formatAmount(cut(value, decimals), decimals)}\u00a0${unit}`;
};
/** Money that is asked for is never shown less than it is. */
const needed = (value: Big, unit: string): string => amount(value.round(2, 3), unit);
export const percent = (value: Big): string => `${value.gt(0) ? '+' : ''}${formatAmount(cut(value, 2), 2)}%`;

function startRow({ atStart }: Plan, { baseCurrency, counterCurrency, baseRound, counterRound }: Pair): ReceiptRow {
  if (!atStart) return { label: 'At the start', text: 'Nothing is bought or sold' };
  const { side, quantity, price, counter } = atStart;
  const coins = `${formatAmount(quantity, baseRound)} ${baseCurrency}`;
  const bound = side === 'buy' ? 'at most' : 'at least';
  const money = side === 'buy' ? needed(counter, counterCurrency) : amount(counter, counterCurrency);
  return {
    label: side === 'buy' ? 'Buys now' : 'Sells now',
    text: `${coins} for ${bound} ${money} (${formatAmount(price, counterRound)} or better)`,
  };
}

/** What stays free of the first order, for the purchases and sales that rest. */
function keptRow({ needs, atStart }: Plan, { baseCurrency, counterCurrency }: Pair): ReceiptRow {
  const bought = atStart?.side === 'buy' ? atStart.counter : null;
  const sold = atStart?.side === 'sell' ? atStart.quantity : null;
  const counter = bought ? needs.counter.minus(bought) : needs.counter;
  const base = sold ? needs.base.minus(sold) : needs.base;
  const parts = [
    ...(counter.gt(0) ? [amount(counter, counterCurrency)] : []),
    ...(base.gt(0) ? [amount(base, baseCurrency)] : []),
  ];
  return { label: 'Keeps for its orders', text: parts.length > 0 ? parts.join(' and ') : 'Nothing' };
}

const dealOrders = ({ levels: { length } }: Plan): ReceiptRow => ({
  label: 'Orders of a deal',
  text: length === 1 ? '1' : `${length}: the first, and ${length - 1} below it`,
});

const signalDeal = ({ amountPerLevel }: Plan, pair: Pair): ReceiptRow => ({
  label: 'A deal',
  text: `${amountPerLevel ? amount(amountPerLevel, pair.counterCurrency) : '—'}, as soon as there is a signal`,
});

function levelRow({ levels, amountPerLevel, needs }: Plan, pair: Pair): ReceiptRow {
  // Levels of the same coins, or of the same money.
  const isCoins = levels.every(({ buys, sells }) => amountPerLevel?.eq(buys) || amountPerLevel?.eq(sells));
  const unit = needs.counter.gt(0) && !isCoins ? pair.counterCurrency : pair.baseCurrency;
  const { length } = levels;
  const count = `${length} ${length === 1 ? 'level' : 'levels'}`;
  return { label: 'Levels', text: amountPerLevel ? `${count}, ${amount(amountPerLevel, unit)} each` : count };
}

function roundRow({ narrowest, widest }: Plan, label: string): ReceiptRow {
  const [least, most] = [percent(narrowest.percent), percent(widest.percent)];
  return {
    label,
    text: `${least === most ? least : `${least} to ${most}`} after fees`,
    tone: narrowest.percent.gt(0) ? 'profit' : 'loss',
  };
}

/** How far a sale must be above its purchase to pay both fees. */
export const breakEven = (fee: Big): Big => ONE.div(ONE.minus(fee).pow(2)).minus(1).times(100);

/** Rounded up: with a smaller step the fees would not be paid. */
const paidBy = (fee: Big): string => breakEven(fee).round(2, 3).toFixed(2);

/** Where the worst case is, with a stop and without one. */
const WORST: Record<BotKind, readonly [string, string]> = {
  rounds: ['At the stop', 'At the lowest line'],
  ladder: ['At the stop', 'At the last addition'],
  signals: ['Every deal at its stop', 'Without a stop'],
  units: ['At the stop of all', 'At the stop of all'],
};

function worstRow({ worst: { price, value, change, percent: part } }: Plan, pair: Pair, where: string): ReceiptRow {
  const at = formatAmount(price, pair.counterRound);
  return {
    label: price.gt(0) ? `${where}, ${at}` : where,
    text: `worth ${amount(value, pair.counterCurrency)}, ${amount(change, pair.counterCurrency)} (${percent(part)})`,
    tone: change.lt(0) ? 'loss' : 'profit',
  };
}

/** What it would buy if the price broke out of the bars of now. */
function unitRows(
  { levels, worst }: Plan,
  { baseCurrency, baseRound, counterRound, counterCurrency }: Pair,
): ReceiptRow[] {
  const [first, ...others] = levels;
  if (!first) return [];
  const price = (value: Big): string => formatAmount(value, counterRound);
  // Without enough bars there is no stop to count by.
  if (worst.price.eq(0))
    return [{ label: 'A unit', text: `at most ${amount(first.amount, counterCurrency)}; the bars say how much` }];
  const coins = `${formatAmount(first.buys, baseRound)} ${baseCurrency}`;
  const added = others.map(({ buyPrice }) => price(buyPrice)).join(', ');
  return [
    { label: 'First unit now', text: `${coins} from ${price(first.buyPrice)}, stop ${price(first.sellPrice)}` },
    ...(others.length > 0 ? [{ label: 'Adds at', text: added }] : []),
  ];
}

function dealRows({ plan, kind }: { plan: Plan; kind: BotKind }, pair: Pair): ReceiptRow[] {
  if (kind === 'units') return unitRows(plan, pair);
  const earns = roundRow(plan, kind === 'rounds' ? 'A round earns' : 'A deal earns');
  if (kind === 'signals') {
    // Without a take profit nothing can be said of what a deal earns.
    return [signalDeal(plan, pair), ...(plan.narrowest.percent.eq(0) ? [] : [earns])];
  }
  return [kind === 'ladder' ? dealOrders(plan) : levelRow(plan, pair), earns];
}

/** What a start would do and cost, before the press. */
export function receiptRows(
  { plan, fee, kind = 'rounds' }: { plan: Plan; fee: Big; kind?: BotKind },
  pair: Pair,
  hasStop: boolean,
): ReceiptRow[] {
  const [stop, lowest] = WORST[kind];
  const breakEvenRow = { label: 'Break-even', text: `a step of ${paidBy(fee)}% pays both fees` };
  return [
    startRow(plan, pair),
    keptRow(plan, pair),
    ...dealRows({ plan, kind }, pair),
    ...(kind === 'rounds' ? [breakEvenRow] : []),
    worstRow(plan, pair, hasStop ? stop : lowest),
    ...(plan.left.gt(0) ? [{ label: 'Not used', text: amount(plan.left, pair.counterCurrency) }] : []),
  ];
}

/** What the run takes of the account: '399.92 USDT'. */
export function needsText({ needs: { base, counter } }: Plan, { baseCurrency, counterCurrency }: Pair): string {
  const parts = [
    ...(counter.gt(0) ? [needed(counter, counterCurrency)] : []),
    ...(base.gt(0) ? [`${formatAmount(base, seenDecimals(base, 0))}\u00a0${baseCurrency}`] : []),
  ];
  return parts.join(' and ');
}
