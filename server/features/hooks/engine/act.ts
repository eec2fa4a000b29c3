import { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { HookEngineDeps } from '../deps.ts';
import { entryOf, openBlocksOf, signalsStore, startKeyOf } from '../signals.store.ts';
import { CLOSE_FIRST, endBlock, IN_FLIGHT, LOOKED_UP, refusalOf } from './end-block.ts';
import { entryOrder } from './entry-order.ts';
import { type Acting, amountText, type Done, doneWith, failedWith } from './outcome.ts';
import { asShare } from './reduction.ts';

/** The pair and its last price; null where they are not known. */
export function marketOf({ markets }: HookEngineDeps, { template, row }: Acting) {
  const pair = row.symbol === null ? null : markets.findExchangePair(template.market, row.symbol);
  const last = pair && markets.lastPrice(template.market, pair.symbol)?.price;
  return pair && last ? { pair, last } : null;
}

export const NO_PRICE = 'The last price of its pair is not known.';

/** What became of an entry that an earlier attempt has written; later while that is not known. */
async function written({ db }: HookEngineDeps, userId: string, blockId: string): Promise<Done | 'later' | null> {
  const entry = await entryOf(db, { userId, blockId });
  if (!entry) return null;
  if (IN_FLIGHT.has(entry.state)) return 'later';
  if (entry.state === 'rejected') return failedWith(entry.reason ?? 'The exchange refused the order.');
  return doneWith('Its entry was placed: the block shows what became of it.');
}

/** PB-12: how much, and with which exits, is the bot's. */
async function enterByBot({ bots }: HookEngineDeps, { hook, template, row }: Acting, botId: string): Promise<Done> {
  const { id, price } = row;
  const action = row.action === 'add' ? 'add' : 'open';
  const opened = await bots.signals.open(hook.userId, botId, { id, action, price, hookName: template.name });
  return 'fault' in opened ? failedWith(opened.fault) : doneWith(opened.text);
}

/** An earlier signal may have failed since this entry was decided. */
async function stepFault({ db }: HookEngineDeps, { hook, row }: Acting): Promise<string | null> {
  const open = await openBlocksOf(db, { userId: hook.userId, hookId: hook.id, symbol: row.symbol ?? '' });
  if (row.action === 'open' && open.length > 0) return 'out of step: this hook still holds its position.';
  return row.action === 'add' && open.length === 0 ? 'out of step: this hook holds nothing of this pair.' : null;
}

async function enter(deps: HookEngineDeps, acting: Acting): Promise<Done | 'later'> {
  const { hook, template, row } = acting;
  const { userId } = hook;
  if (template.signalBot) return enterByBot(deps, acting, template.signalBot);
  const blockId = row.blockId ?? row.id;
  const [before, fault] = await Promise.all([written(deps, userId, blockId), stepFault(deps, acting)]);
  if (before) return before;
  const market = marketOf(deps, acting);
  if (!market) return failedWith(NO_PRICE);
  if (fault !== null) return failedWith(fault);
  const placed = await deps.orders.place(userId, entryOrder(acting, market), blockId);
  switch (placed.outcome) {
    case 'refused':
      return failedWith(placed.error);
    case 'placed': {
      const { price, quantity } = placed.position;
      return doneWith(
        `Entry placed: ${amountText(quantity)} ${market.pair.base} at up to ${amountText(price)} ${market.pair.counter}.`,
      );
    }
    default:
      // `written` says next time what became of it.
      return 'later';
  }
}

/** The hook's open blocks of the pair; those that an earlier attempt began with, where there was one. */
async function blocksOf({ db, bots }: HookEngineDeps, { hook, template, row }: Acting): Promise<string[]> {
  if (row.blocks) return row.blocks;
  const ref = { userId: hook.userId, hookId: hook.id };
  const ofHook = () => (row.symbol === null ? [] : openBlocksOf(db, { ...ref, symbol: row.symbol }));
  const { signalBot = null } = template;
  const blocks = await (signalBot === null ? ofHook() : bots.signals.blocks(hook.userId, signalBot));
  await signalsStore(db, ref).begin(row.id, blocks);
  return blocks;
}

async function reduceBlock(deps: HookEngineDeps, { hook, row }: Acting, blockId: string): Promise<string | null> {
  const { orders } = deps;
  const held = await orders.held(hook.userId, blockId);
  if (!held) return null;
  if (held.isCloseRefused) return CLOSE_FIRST;
  const quantity = held.quantity.times(row.share ?? ZERO);
  const requestId = `signal ${row.id} ${blockId}`;
  const closed = await orders.closePart(hook.userId, { blockId, quantity, requestId });
  return closed.error ?? refusalOf(closed.changed.view);
}

async function targetBlock(
  deps: HookEngineDeps,
  { hook, template, row }: Acting,
  blockId: string,
): Promise<string | null> {
  const { orders } = deps;
  const { userId } = hook;
  const held = await orders.held(userId, blockId);
  if (!held) return null;
  if (held.isCloseRefused) return CLOSE_FIRST;
  const prices = (row.takeProfits ?? []).map((price) => new Big(price));
  const [only, ...others] = prices;
  if (others.length > 0) {
    const shared = ONE.div(prices.length).round(4, Big.roundDown);
    const rest = ONE.minus(shared.times(others.length));
    const takeProfits = prices.map((price, at) => ({ price, share: at === others.length ? rest : shared }));
    const stopLoss = row.stopLoss && { price: row.stopLoss };
    const symbolName = (row.symbol ?? '').toLowerCase();
    const request = { market: template.market, symbolName, blockId, takeProfits, stopLoss };
    return (await orders.setPlan(userId, request)).planned.errorMessage;
  }
  const desired = {
    blockId,
    ...(only ? { takeProfitPrice: only } : {}),
    ...(row.stopLoss ? { stopLossPrice: row.stopLoss } : {}),
  };
  const set = held.hasTargets ? orders.changeExits : orders.setExits;
  return (await set(userId, desired)).errorMessage;
}

const WORDS = { close: 'Closed', reduce: 'Reduced', targets: 'Targets set' } as const;
const WORK = {
  close: endBlock,
  reduce: reduceBlock,
  targets: targetBlock,
} as const;

/** Written down before what is not otherwise known to have been done: an engine that finds it later does it once more. */
async function begin({ db }: HookEngineDeps, { hook, row }: Acting): Promise<void> {
  if (row.blocks === null) await signalsStore(db, { userId: hook.userId, hookId: hook.id }).begin(row.id, []);
}

/** PB-12: its bot ends every deal. */
async function closeByBot(deps: HookEngineDeps, acting: Acting, botId: string): Promise<Done> {
  const { hook, template, row } = acting;
  await begin(deps, acting);
  const closed = await deps.bots.signals.close(hook.userId, botId, template.name);
  if (!('fault' in closed)) return doneWith(closed.text);
  return row.blocks === null ? failedWith(closed.fault) : doneWith('Its bot has no deal open any more.');
}

/** How it went with one block: what must wait is tried again, what is refused is not. */
async function ended(work: Promise<string | null>): Promise<{ waits: string } | { refused: string | null }> {
  try {
    return { refused: await work };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'unavailable' ? { waits: error.message } : { refused: error.message };
  }
}

interface Tried {
  waits: string | null;
  refused: string | null;
  /** Blocks that were not refused. */
  left: string[];
}

/** One block after another: none keeps another from it. */
async function tryEach(blocks: readonly string[], work: (blockId: string) => Promise<string | null>): Promise<Tried> {
  const tried: Tried = { waits: null, refused: null, left: [] };
  for (const blockId of blocks) {
    const end = await ended(work(blockId));
    if ('waits' in end) tried.waits ??= end.waits;
    else tried.refused ??= end.refused;
    if ('waits' in end || end.refused === null) tried.left.push(blockId);
  }
  return tried;
}

/** The same about each block of the hook. */
async function withBlocks(deps: HookEngineDeps, acting: Acting, action: keyof typeof WORK): Promise<Done> {
  const { hook, template, row } = acting;
  if (template.signalBot && action === 'close') return closeByBot(deps, acting, template.signalBot);
  const blocks = await blocksOf(deps, acting);
  const { waits, refused, left } = await tryEach(blocks, (blockId) => WORK[action](deps, acting, blockId));
  // What an earlier attempt was refused comes first.
  const fault = row.outcome ?? refused;
  if (blocks.length === 0 && fault === null) return failedWith('This hook holds nothing of this pair.');
  if (waits !== null) {
    const store = signalsStore(deps.db, { userId: hook.userId, hookId: hook.id });
    if (fault !== null) await store.refuse(row.id, { blocks: left, outcome: fault });
    throw new Refusal('unavailable', fault === null ? waits : `${fault} ${waits}`);
  }
  if (fault !== null) return failedWith(fault);
  return doneWith(`${WORDS[action]}: ${blocks.length === 1 ? 'one block' : `${blocks.length} blocks`}.`);
}

const STILL_FILLING = 'The entry is still being filled: first cancel the rest of it.';

/** What the blocks hold in all; a sentence where no part of it can be sold now. Throws where that is not known yet. */
async function heldOf(deps: HookEngineDeps, userId: string, blocks: readonly string[]): Promise<Big | string> {
  let sum = ZERO;
  for (const blockId of blocks) {
    const held = await deps.orders.held(userId, blockId);
    if (held?.isCloseRefused) return CLOSE_FIRST;
    if (held?.isFilling) return STILL_FILLING;
    // A share of what is not known would be one of something else by the time that it is sold.
    if (held?.isKnown === false) throw new Refusal('unavailable', LOOKED_UP);
    sum = sum.plus(held?.quantity ?? ZERO);
  }
  return sum;
}

/** W-8: by a share of each block, or by an amount in all. */
async function reduce(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const { hook, row } = acting;
  const blocks = row.share ? [] : await blocksOf(deps, acting);
  if (blocks.length === 0) return withBlocks(deps, acting, 'reduce');
  const price = row.marketPrice ?? marketOf(deps, acting)?.last;
  if (!price) return failedWith(NO_PRICE);
  const held = await heldOf(deps, hook.userId, blocks);
  if (typeof held === 'string') return failedWith(held);
  const known = await asShare(deps, acting, { held, price });
  if ('fault' in known) return failedWith(known.fault);
  return withBlocks(deps, known, known.row.action === 'close' ? 'close' : 'reduce');
}

async function withBot(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const { hook, template, row } = acting;
  const { bots } = deps;
  const { bot } = template;
  if (!bot) return failedWith('This hook has no bot any more.');
  const starts = row.action === 'bot-start';
  if (!starts) await begin(deps, acting);
  const fault = starts
    ? await bots.start(hook.userId, bot.botId, startKeyOf(row.id))
    : await bots.stop(hook.userId, bot.botId, bot.coins);
  return fault === null ? doneWith(starts ? 'Its bot was started.' : 'Its bot is stopping.') : failedWith(fault);
}

async function alert(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const { hook, template, row } = acting;
  await begin(deps, acting);
  const pair = row.symbol && deps.markets.findPair(template.market, row.symbol.toLowerCase());
  const name = pair ? `${pair.baseCurrency}/${pair.counterCurrency}` : '';
  const price = row.marketPrice ? ` at ${amountText(row.marketPrice)}` : '';
  await deps.audit.record(hook.userId, 'signal-alert', { name: template.name, what: `${name}${price}` || 'a signal' });
  return doneWith('You were notified.');
}

/** Does once what a signal was taken for, wherever an earlier attempt ended. */
export async function act(deps: HookEngineDeps, acting: Acting): Promise<Done | 'later'> {
  const { action } = acting.row;
  switch (action) {
    case 'open':
    case 'add':
      return enter(deps, acting);
    case 'reduce':
      return reduce(deps, acting);
    case 'close':
    case 'targets':
      return withBlocks(deps, acting, action);
    case 'bot-start':
    case 'bot-stop':
      return withBot(deps, acting);
    case 'alert':
      return alert(deps, acting);
    default:
      return failedWith('It asks for nothing.');
  }
}
