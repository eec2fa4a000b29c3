import type { Big } from 'big.js';
import type { PlannedStop, StopFrom, StopOutcome } from '#contracts/overview.ts';
import { WIRE_DECIMALS } from '#contracts/rules/amount-decimals.ts';
import { OVER_STATES } from '#contracts/rules/block-state.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { floored, openBooks, resultAt } from '#contracts/rules/open-result.ts';
import { stopAtLoss } from '#contracts/rules/stop-at-loss.ts';
import { exitPrice, exitsAt } from '../../../domain/position/exits.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import { Refusal } from '../../../lib/errors.ts';
import { intentOf } from '../intent.ts';
import type { Orders } from '../orders.ts';
import { filledPart, average } from '../read/figures/filled-part.ts';
import { presentBlock } from '../read/present-block.ts';
import { type BlockView, readViews } from '../store/block-view.store.ts';
import { mainOf } from './change-intent.ts';
import { exitsRefusal, setTargets, type Targeted } from './set-targets.ts';

/** So many blocks at once: each is an order or two on every key. */
const AT_ONCE = 5;
const NOTHING_HELD = 'It holds nothing yet: its entry has not begun to fill.';
const GONE = 'This order is not among your open orders.';

const isOver = ({ status }: OrderBlock): boolean => OVER_STATES.some((over) => over === status);

/** What all keys' parts come to if the stop fills at its price; null where that is not known of one of them. */
function resultOfStop(rows: readonly OrderBlock[], stop: Big): Big | null {
  return rows.reduce<Big | null>((sum, row) => {
    const books = openBooks(row);
    const result = books && resultAt(books, stop);
    return sum && result && sum.plus(result.profit);
  }, ZERO);
}

interface Wanted {
  percent: Big;
  from: StopFrom;
}

/** Null where there is no price to compute it from. */
function stopPrice(orders: Orders, view: BlockView, { percent, from }: Wanted): Big | null {
  const { market, symbol, section } = view.block;
  const pair = orders.markets.findExchangePair(market, symbol);
  const main = mainOf(view);
  const filled = filledPart(main, ['entry']);
  const entry = filled.quantity.gt(0) ? average(filled) : main.price;
  const price = from === 'entry' ? entry : orders.markets.lastPrice(market, symbol)?.price;
  return pair && price?.gt(0) ? stopAtLoss(section, { price, percent, tick: pair.tick }) : null;
}

const shown = (amount: Big): Big => wireAmount(floored(amount, WIRE_DECIMALS));

/** By the rules that the stop will be set by. */
async function planOne(orders: Orders, view: BlockView, wanted: Wanted): Promise<PlannedStop | null> {
  const rows = presentBlock(orders, view);
  const [main] = rows;
  if (!main) return null;
  const { market, section, counterEarning } = view.block;
  const held = rows.filter((row) => !isOver(row) && row.firstFilledQuantity.gt(0));
  const price = stopPrice(orders, view, wanted);
  const error =
    held.length === 0
      ? NOTHING_HELD
      : price
        ? await exitsRefusal(orders, view, { exits: exitsAt(null, price), changes: false })
        : 'Its price is not known yet. Try again in a moment.';
  const result = error === null && price ? resultOfStop(held, price) : null;
  const { symbol } = main;
  const currency = counterEarning ? symbol.counterCurrency : symbol.baseCurrency;
  const unit = orders.markets.usdtOf(market, currency);
  return {
    blockId: view.block.id,
    market,
    pair: `${symbol.baseCurrency}/${symbol.counterCurrency}`,
    connectorName: main.connectorName,
    section,
    priceDecimals: main.counterRound,
    stopLossPrice: error === null ? price : null,
    error,
    result: result && shown(result),
    currency,
    decimals: counterEarning ? symbol.counterAmountDecimals : symbol.baseAmountDecimals,
    resultUsdt: result && unit && shown(result.times(unit)),
    parts: held.length,
  };
}

/** The stops that open blocks would get; blocks that are gone are left out. */
export async function planStops(
  orders: Orders,
  userId: string,
  { blockIds, ...wanted }: Wanted & { blockIds: readonly string[] },
): Promise<PlannedStop[]> {
  orders.trading.mustBeOpen(userId);
  const views = (await readViews(orders.db, userId, [...new Set(blockIds)])).filter(({ block }) => block.open);
  const planned = await Promise.all(views.map((view) => planOne(orders, view, wanted)));
  return planned.flatMap((stop) => stop ?? []);
}

export interface StopOf {
  blockId: string;
  stopLossPrice: Big;
}

/** `view` is null where nothing was changed. */
export interface SetStop extends StopOutcome {
  view: Targeted['view'];
}

const isSet = (view: BlockView, { stopLossPrice }: StopOf): boolean =>
  exitPrice(intentOf(view, mainOf(view)), 'stop-loss')?.eq(stopLossPrice) ?? false;

async function setOne(orders: Orders, view: BlockView, stop: StopOf): Promise<SetStop> {
  const { blockId, stopLossPrice } = stop;
  const { userId } = view.block;
  try {
    if (!view.block.open) return { blockId, error: GONE, failed: [], view: null };
    if (isSet(view, stop)) return { blockId, error: null, failed: [], view: null };
    const desired = { blockId, stopLossPrice };
    const { errorMessage, failed, view: after } = await setTargets(orders, userId, { desired, changes: false });
    return { blockId, error: errorMessage, failed, view: after };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { blockId, error: error.message, failed: [], view: null };
  }
}

/**
 * What one block is refused keeps no other from its stop. A block that has it already is left as it is. S-62: where one is
 * not theirs, nothing is set.
 */
export async function setStops(orders: Orders, userId: string, stops: readonly StopOf[]): Promise<SetStop[]> {
  const once = [...new Map(stops.map((stop) => [stop.blockId, stop])).values()];
  const views = await readViews(
    orders.db,
    userId,
    once.map(({ blockId }) => blockId),
  );
  if (views.length < once.length) throw new Refusal('not-found', GONE);
  const done: SetStop[] = [];
  for (let from = 0; from < once.length; from += AT_ONCE) {
    const some = once.slice(from, from + AT_ONCE);
    const set = some.flatMap((stop, index) => {
      const view = views[from + index];
      return view ? setOne(orders, view, stop) : [];
    });
    done.push(...(await Promise.all(set)));
  }
  return done;
}
