import { Big } from 'big.js';
import type { Receipt } from '#contracts/orders.ts';
import { amountDecimals, WIRE_DECIMALS } from '#contracts/rules/amount-decimals.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { exitPrice } from '../../../domain/position/exits.ts';
import { dryPosition, dryReduction, type DryStep, type Holding } from '../../../domain/signals/dry-position.ts';
import { readViews } from '../../orders/index.ts';
import type { HookEngineDeps } from '../deps.ts';
import { type DryRun, dryRunsOf, openBlocksOf } from '../signals.store.ts';
import { marketOf, NO_PRICE } from './act.ts';
import { CLOSE_FIRST } from './end-block.ts';
import { entryOrder } from './entry-order.ts';
import { type Acting, amountText, type Done, doneWith, failedWith } from './outcome.ts';
import { asShare } from './reduction.ts';

const FULL = 100;
const CENTS = 2;
const TARGETS = ['take-profit', 'stop-loss'] as const;

const NOT_KNOWN = {
  bot: 'How much is not known: no deal of it is open, and a dry run opens none.',
  hook: 'How much is not known: the amounts of its earlier dry runs are not all known.',
};

const refused = (fault: string): Done => failedWith(`Would be refused: ${fault}`);

/** 'take profit 0.572, stop 0.494, one copy'. */
function besides([own, ...copies]: readonly Receipt[]): string {
  const parts = [
    own?.takeProfit && `take profit ${amountText(own.takeProfit.price)}`,
    own?.stopLoss && `stop ${amountText(own.stopLoss.price)}`,
    copies.length > 0 && (copies.length === 1 ? 'one copy' : `${copies.length} copies`),
  ];
  return parts.filter(Boolean).join(', ');
}

const buys = (
  { base, counter }: ExchangePair,
  { price, quantity, spent }: Record<'price' | 'quantity' | 'spent', Big>,
) => `Would buy ${amountText(quantity)} ${base} at up to ${amountText(price)} for ${amountText(spent)} ${counter}`;

async function entryReceipt(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const { hook, template, row } = acting;
  const market = marketOf(deps, acting);
  if (!market) return failedWith(NO_PRICE);
  if (template.signalBot) {
    const bought = await deps.bots.signals.preview(hook.userId, template.signalBot, row.price);
    if ('fault' in bought) return refused(bought.fault);
    const spent = bought.price.times(bought.quantity);
    return doneWith(`${buys(market.pair, { ...bought, spent })}, by the settings of its bot.`);
  }
  const { error, receipts } = await deps.orders.preview(hook.userId, entryOrder(acting, market));
  const [own] = receipts;
  if (error !== null || !own) return refused(error ?? 'nothing can be placed.');
  const { price, quantity, counterQuantity: spent } = own;
  const more = besides(receipts);
  return doneWith(`${buys(market.pair, { price, quantity, spent })}${more ? `; ${more}` : ''}.`);
}

/** The order that an earlier dry run would have placed; null where it bought nothing, or where that is not known. */
function dryOrderOf(acting: Acting, run: DryRun, pair: ExchangePair) {
  if (run.action === 'reduce' || !run.amount || !run.marketPrice) return null;
  return entryOrder({ ...acting, row: { ...acting.row, ...run } }, { pair, last: run.marketPrice });
}

/** What an earlier dry run would have done. */
function dryStepOf(acting: Acting, run: DryRun, pair: ExchangePair): DryStep {
  if (run.action === 'reduce') return { kind: 'reduce', share: run.share ?? ZERO };
  const order = dryOrderOf(acting, run, pair);
  return { kind: 'entry', quantity: order && floorTo(pair.step, order.counterQuantity.div(order.price)) };
}

/** What the dry runs of a hook would hold of a pair; null where that is not known. */
async function dryHoldings({ db }: HookEngineDeps, acting: Acting, pair: ExchangePair): Promise<Holding[] | null> {
  const { userId, id: hookId } = acting.hook;
  const runs = await dryRunsOf(db, { userId, hookId, symbol: pair.symbol });
  const steps = runs?.map((run) => dryStepOf(acting, run, pair));
  const quantity = steps ? dryPosition(steps, pair.step) : null;
  if (!runs || !quantity) return null;
  const orders = runs.map((run) => dryOrderOf(acting, run, pair));
  const exits = orders.flatMap((order) => [order?.takeProfitPrice, order?.stopLossPrice]).flatMap((at) => at ?? []);
  return quantity.eq(ZERO) ? [] : [{ quantity, exits }];
}

interface Held extends Holding {
  /** The exchange refused to close it. */
  isCloseRefused?: boolean;
}

/** What these blocks hold, of those that are open and are not being closed. */
async function heldOf({ db, orders }: HookEngineDeps, userId: string, blockIds: readonly string[]): Promise<Held[]> {
  const views = await readViews(db, userId, blockIds);
  const holdings = views.map(async ({ block, intent }) => {
    const held = await orders.held(userId, block.id);
    const exits = TARGETS.flatMap((target) => exitPrice(intent, target) ?? []);
    return held ? [{ quantity: held.quantity, exits, isCloseRefused: held.isCloseRefused }] : [];
  });
  return (await Promise.all(holdings)).flat();
}

interface Sale {
  pair: ExchangePair;
  name: string;
  /** Of the time when the signal came; null while none is known. */
  price: Big | null;
  /** The blocks of the hook or of its bot, or else what its dry runs would hold; null where that is not known. */
  holdings: Held[] | null;
}

/** What a sale would be about; null while the pair is not known. */
async function saleOf(deps: HookEngineDeps, acting: Acting): Promise<Sale | null> {
  const { hook, template, row } = acting;
  const { db, bots, markets } = deps;
  const pair = row.symbol === null ? null : markets.findExchangePair(template.market, row.symbol);
  if (!pair) return null;
  const { userId, id: hookId } = hook;
  const { signalBot = null } = template;
  const blockIds = await (signalBot === null
    ? openBlocksOf(db, { userId, hookId, symbol: pair.symbol })
    : bots.signals.blocks(userId, signalBot));
  const ofDryRuns = () => (signalBot === null ? dryHoldings(deps, acting, pair) : null);
  return {
    pair,
    name: `${pair.base}/${pair.counter}`,
    price: row.marketPrice ?? markets.lastPrice(template.market, pair.symbol)?.price ?? null,
    holdings: blockIds.length > 0 ? await heldOf(deps, userId, blockIds) : await ofDryRuns(),
  };
}

/** 'about 24.85 USDT at 0.52': in cents, or of a dear currency with all of its decimals. */
function worthText({ markets }: HookEngineDeps, of: { acting: Acting; pair: ExchangePair; price: Big }, sold: Big) {
  const { acting, pair, price } = of;
  const isDear = amountDecimals(markets.usdtOf(acting.template.market, pair.counter)) === WIRE_DECIMALS;
  const worth = sold.times(price).round(isDear ? WIRE_DECIMALS : CENTS, Big.roundDown);
  return `about ${amountText(worth)} ${pair.counter} at ${amountText(price)}`;
}

const nothingHeld = ({ template }: Acting, name: string): Done =>
  doneWith(template.signalBot ? `Its bot would hold nothing of ${name}.` : `This hook would hold nothing of ${name}.`);

async function closeReceipt(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const sale = await saleOf(deps, acting);
  if (!sale) return doneWith('Would close all that is held of its pair.');
  const { pair, name, price, holdings } = sale;
  if (holdings === null)
    return doneWith(
      acting.template.signalBot
        ? `Would close what its bot holds of ${name}. ${NOT_KNOWN.bot}`
        : `Would close what this hook holds of ${name}. ${NOT_KNOWN.hook}`,
    );
  const sold = holdings.reduce((sum, { quantity }) => sum.plus(floorTo(pair.step, quantity)), ZERO);
  if (sold.eq(ZERO))
    return holdings.some(({ quantity }) => quantity.eq(ZERO))
      ? doneWith(`Would cancel what waits to be bought of ${name}.`)
      : nothingHeld(acting, name);
  if (!price) return doneWith(`Would close ${amountText(sold)} ${pair.base} of ${name}.`);
  const worth = worthText(deps, { acting, pair, price }, sold);
  return doneWith(`Would close ${amountText(sold)} ${pair.base} of ${name}, ${worth}.`);
}

/** What a reduction is by: '25%', or an amount of which it is not known yet which share that is. */
function sizeText({ share, amount }: Acting['row'], { counter }: ExchangePair): string {
  if (share || !amount) return `${amountText((share ?? ZERO).times(FULL).round(CENTS, Big.roundDown))}%`;
  return `${amountText(amount)} ${counter}`;
}

/** Of a reduction whose share is known, or will be once it is known how much is held. */
async function partReceipt(
  deps: HookEngineDeps,
  acting: Acting,
  { pair, name, price, holdings }: Sale & { price: Big },
): Promise<Done> {
  const halt = await deps.markets.haltOf(acting.template.market, pair.symbol);
  if (halt) return refused(`${halt.sentence} Nothing of this block can be closed now.`);
  const size = sizeText(acting.row, pair);
  if (holdings === null)
    return doneWith(
      acting.template.signalBot
        ? `Would reduce what its bot holds of ${name} by ${size}. ${NOT_KNOWN.bot}`
        : `Would reduce what this hook holds of ${name} by ${size}. ${NOT_KNOWN.hook}`,
    );
  if (holdings.length === 0) return nothingHeld(acting, name);
  const reduction = dryReduction(holdings, { share: acting.row.share ?? ZERO, price, pair });
  if ('fault' in reduction) return refused(reduction.fault);
  const { held, sold } = reduction;
  const worth = worthText(deps, { acting, pair, price }, sold);
  const { base } = pair;
  return doneWith(
    `Would reduce ${amountText(held)} ${base} of ${name} by ${amountText(sold)} ${base} (${size}), ${worth}.`,
  );
}

async function reductionReceipt(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const sale = await saleOf(deps, acting);
  if (!sale?.price) return failedWith(NO_PRICE);
  const { price, holdings } = sale;
  if (holdings?.some(({ isCloseRefused }) => isCloseRefused)) return refused(CLOSE_FIRST);
  const held = holdings?.reduce((sum, { quantity }) => sum.plus(quantity), ZERO) ?? ZERO;
  const known = held.gt(ZERO) ? await asShare(deps, acting, { held, price }) : acting;
  if ('fault' in known) return refused(known.fault);
  return known.row.action === 'close' ? closeReceipt(deps, known) : partReceipt(deps, known, { ...sale, price });
}

function targetsReceipt({ row: { takeProfits, stopLoss } }: Acting): Done {
  const parts = [
    ...(takeProfits ?? []).map((price) => `take profit ${amountText(new Big(price))}`),
    ...(stopLoss ? [`stop ${amountText(stopLoss)}`] : []),
  ];
  return doneWith(`Would set ${parts.join(', ')} of what this hook holds of the pair.`);
}

const botReceipt = ({ template: { bot }, row: { action } }: Acting): Done => {
  if (!bot) return refused('This hook has no bot any more.');
  return action === 'bot-start'
    ? doneWith('Would start its bot: how much that buys follows from its settings and from the price at its start.')
    : doneWith(`Would stop its bot and ${bot.coins} its coins.`);
};

/** W-11: what a signal would have done, by the same rules and with nothing placed. */
export async function rehearse(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  switch (acting.row.action) {
    case 'open':
    case 'add':
      return entryReceipt(deps, acting);
    case 'close':
      return closeReceipt(deps, acting);
    case 'reduce':
      return reductionReceipt(deps, acting);
    case 'targets':
      return targetsReceipt(acting);
    case 'bot-start':
    case 'bot-stop':
      return botReceipt(acting);
    case 'alert':
      return doneWith('Would notify you.');
    default:
      return doneWith('It asks for nothing.');
  }
}
