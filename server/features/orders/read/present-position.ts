import type { Big } from 'big.js';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { WIRE_DECIMALS } from '#contracts/rules/amount-decimals.ts';
import { costOf } from '#contracts/rules/ladder.ts';
import { leastWorth } from '#contracts/rules/least-order.ts';
import { floored, PERCENT_DECIMALS } from '#contracts/rules/open-result.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import { entryEndsAt } from '../../../domain/entry-expiry.ts';
import { booksOf, entryOf, liveOf } from '../../../domain/position/books.ts';
import { planExits } from '../../../domain/exits/plan-exits.ts';
import type { Protection } from '../../../domain/exits/protection.ts';
import type { Intent } from '../../../domain/position/position.ts';
import { type EndReason, stateOf } from '../../../domain/position/state.ts';
import { intentOf } from '../intent.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import { filledPart } from './figures/filled-part.ts';
import { closedOf, measured, resultOf, valueOf } from './figures/result-of.ts';
import type { RowContext } from './figures/row-context.ts';
import { leftOverCounterText } from './left-over-text.ts';
import { limitsField, refusedLimits } from './present-limits.ts';
import { planField } from './present-plan.ts';
import { faultText } from './protection-text.ts';
import { shownAverage, targetFields } from './figures/target-fields.ts';

const SHARE_DECIMALS = 6;
const FULL = 100;

const shown = (amount: Big, decimals: number): Big => wireAmount(floored(amount, decimals));
const shownOrNull = (amount: Big | null, decimals: number): Big | null => amount && shown(amount, decimals);

/** The part of its plan that a position's entry has filled; null while that is not known, or nothing was planned. */
function filledShare(position: PositionView): Big | null {
  const entry = entryOf(position);
  if (!entry || position.quantity.eq(0) || entry.state === 'sending' || entry.state === 'unknown') return null;
  return filledPart(position, ['entry']).quantity.div(position.quantity);
}

function driftOf({ positions }: BlockView, position: PositionView): Big | null {
  const [main] = positions;
  if (!main || main.id === position.id) return ZERO;
  const [own, mains] = [filledShare(position), filledShare(main)];
  return own && mains && own.minus(mains).round(SHARE_DECIMALS, 0);
}

/** Held, and too little for an order. Where base is what the block earns, only what no step holds. */
function dustOf(position: PositionView, { pair, market }: RowContext): Big {
  const held = booksOf(position, pair).base;
  if (held.lte(0)) return ZERO;
  const whole = floorTo(pair.step, held);
  const isEarned =
    !position.counterEarning && (position.section === 'sell' || position.row.endReason === 'take-profit');
  const isEnough = whole.gte(pair.minQuantity) && whole.times(market ?? position.price).gte(pair.minNotional);
  return isEarned || isEnough ? held.minus(whole) : held;
}

function entryFields(position: PositionView, context: RowContext) {
  const entry = entryOf(position);
  const filled = filledPart(position, ['entry']);
  const { price, quantity, row } = position;
  const isPlanned = quantity.gt(0);
  const percent = isPlanned ? filled.quantity.div(quantity).times(FULL) : ZERO;
  return {
    firstOrderId: entry?.exchangeOrderId ?? '',
    firstPlacedPrice: isPlanned ? price : ZERO,
    firstPlacedQuantity: quantity,
    firstPlacedCounterQuantity: wireAmount(position.limits ? costOf(position.limits) : price.times(quantity)),
    firstPlacedTime: isPlanned ? (entry?.placedAt ?? row.createdAt) : 0,
    firstFilledPrice: shownAverage(filled, context),
    firstFilledQuantity: wireAmount(filled.quantity),
    firstFilledCounterQuantity: wireAmount(filled.counter),
    firstFilledTime: filled.at,
    firstFilledUnrealizedQuantity: wireAmount(quantity.minus(filled.quantity)),
    filledQuantity: shown(percent, PERCENT_DECIMALS),
  };
}

/** Sent to be filled at once or never, as a copy of what was traded elsewhere, and not filled whole. */
const isLeftOver = ({ leg, type, state, filledQuantity, quantity }: PositionView['orders'][number]): boolean =>
  (leg === 'entry' || leg === 'close') && type === 'limit' && state === 'expired' && filledQuantity.lt(quantity);
const leftOverText = ({ side, price, filledQuantity, quantity }: PositionView['orders'][number]): string => {
  const done = side === 'buy' ? 'bought' : 'sold';
  return `${grouped(filledQuantity)} of ${grouped(quantity)} could be ${done} in time at ${grouped(price)} or better.`;
};

/** What the exchange, or we, said of an order that was never placed: an entry, or what was to end the position. */
function refusalOf(position: PositionView): string | null {
  const entry = entryOf(position);
  const last = position.orders.at(-1);
  if (entry?.state === 'rejected') return entry.reason;
  if (last && isLeftOver(last)) return leftOverText(last);
  return position.row.endedAt === null && last?.state === 'rejected' ? last.reason : null;
}

const reasonOf = (position: PositionView): string | null =>
  refusedLimits(position) ?? position.row.reason ?? refusalOf(position);

/** Why a position is over; null while it is not. */
export const endOf = ({ row, released }: PositionView): EndReason | null =>
  row.endReason ?? (released ? 'released' : null);

function booksFields(position: PositionView, end: EndReason | null, context: RowContext): OrderBlock['books'] {
  const reported = end ? null : measured(position, end, context);
  if (!reported || reported.books.entry.quantity.eq(0)) return null;
  const { books, fees } = reported;
  return {
    base: wireAmount(books.base),
    counter: wireAmount(books.counter),
    otherBase: wireAmount(fees.base),
    otherCounter: wireAmount(fees.counter),
    fee: context.fee,
  };
}

const closedField = (position: PositionView, end: EndReason | null): Pick<OrderBlock, 'closedQuantity'> => {
  const closed = end ? ZERO : closedOf(position);
  return closed.gt(0) ? { closedQuantity: wireAmount(closed) } : {};
};

function resultFields(position: PositionView, context: RowContext) {
  const end = endOf(position);
  const result = resultOf(position, end, context);
  return {
    profitValue: shownOrNull(result && result.profit, WIRE_DECIMALS),
    profitPercent: shownOrNull(result && result.percent, PERCENT_DECIMALS),
    books: booksFields(position, end, context),
    value: shownOrNull(valueOf(position, end, context), WIRE_DECIMALS),
    ...closedField(position, end),
    dust: wireAmount(dustOf(position, context)),
  };
}

const tooSmallText = ({ price }: PositionView, { pair, market }: RowContext): string =>
  `Too small to exit: the exchange takes no order worth less than ${grouped(leastWorth(pair, market ?? price))} ${pair.counter}.`;

const protectionReason = ({ fault }: Protection, { block }: BlockView, reason: string | null): string | null =>
  fault && faultText(fault, { market: block.market, reason });

/** AV-6: what it took over, from which block. */
function partsField({ row }: PositionView): Pick<OrderBlock, 'parts'> {
  if (!row.carried) return {};
  const parts = row.carried.map(({ blockId, trades }) => {
    const sum = (of: 'quantity' | 'counter'): Big => trades.reduce((total, trade) => total.plus(trade[of]), ZERO);
    const quantity = sum('quantity');
    const price = quantity.gt(0) ? floored(sum('counter').div(quantity), WIRE_DECIMALS) : ZERO;
    const at = Math.max(0, ...trades.map(({ tradedAt }) => tradedAt));
    return { blockId, quantity: wireAmount(quantity), price: wireAmount(price), at };
  });
  return { parts };
}

function triggerField(
  { block }: BlockView,
  position: PositionView,
  ended: boolean,
): Pick<OrderBlock, 'trigger' | 'turnsBy'> {
  const [entry] = liveOf(position, ['entry']);
  const waits = !ended && block.trigger !== null && entry?.filledQuantity.eq(0);
  if (!waits || !block.trigger) return {};
  const { price, trailing } = block.trigger;
  return { trigger: price, ...(trailing && { turnsBy: wireAmount(trailing.distance.times(100)) }) };
}

const expiryField = (position: PositionView, intent: Intent, ended: boolean): Pick<OrderBlock, 'expiresAt'> => {
  const at = ended || liveOf(position, ['entry']).length === 0 ? null : entryEndsAt(intent);
  return at === null ? {} : { expiresAt: at };
};

/** The spec's row of one key's part of a block. */
export function presentPosition(view: BlockView, position: PositionView, at: RowContext): OrderBlock {
  const { block, userName } = view;
  const { row } = position;
  const intent = intentOf(view, position);
  const { baseQuantityStep, baseRound, counterRound } = at.shown;
  const ended = row.endedAt !== null || endOf(position) !== null;
  const targets = { position, intent, ended, context: at };
  const plan = ended ? null : planExits(position, intent, at);
  const remark = plan
    ? plan.tooSmall
      ? tooSmallText(position, at)
      : null
    : leftOverCounterText(position, endOf(position), at);
  return {
    blockId: block.id,
    userId: block.userId,
    userName,
    keyUid: position.keyId,
    connectorName: position.keyName,
    section: block.section,
    origin: block.origin === 'placed' && block.botId !== null ? 'bot' : block.origin,
    ...(view.signal && { signal: view.signal }),
    ...partsField(position),
    open: block.open,
    counterEarning: block.counterEarning,
    inGroup: row.ordinal > 0,
    symbol: at.shown,
    status: stateOf(position, intent, row.endReason),
    statusReason: reasonOf(position) ?? remark,
    skipCode: row.skipCode,
    protection: plan?.protection.label ?? 'none',
    protectionReason: plan && protectionReason(plan.protection, view, row.reason),
    interference: row.interference,
    drift: driftOf(view, position),
    baseQuantityStep,
    baseRound,
    counterRound,
    ...entryFields(position, at),
    ...targetFields('TakeProfit', targets),
    ...targetFields('StopLoss', targets),
    ...resultFields(position, at),
    ...planField(plan, intent, position),
    ...expiryField(position, intent, ended),
    ...triggerField(view, position, ended),
    ...limitsField(position, ended),
  };
}
