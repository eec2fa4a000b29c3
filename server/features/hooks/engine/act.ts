import { Big } from 'big.js';
import type { HookTemplate } from '#contracts/hooks.ts';
import type { Receipt } from '#contracts/orders.ts';
import { grouped, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { entryOf as entryIn } from '../../../domain/position/books.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type BlockView, readViews } from '../../orders/index.ts';
import type { HookEngineDeps } from '../deps.ts';
import type { HookRow } from '../hooks.store.ts';
import { entryOf, openBlocksOf, type SignalRow, signalsStore, startKeyOf } from '../signals.store.ts';
import { entryOrder } from './entry-order.ts';

export type Done = { state: 'done' | 'failed'; outcome: string };
const done = (outcome: string): Done => ({ state: 'done', outcome });
const failed = (outcome: string): Done => ({ state: 'failed', outcome });

/** A signal that is acted on, with what its hook allows. */
export interface Acting {
  hook: HookRow;
  template: HookTemplate;
  row: SignalRow;
}

const DECIMALS = 8;
const text = (amount: Big): string => grouped(amount.round(DECIMALS, Big.roundDown));

/** The pair and its last price; a sentence where they are not known. */
function marketOf({ markets }: HookEngineDeps, { template, row }: Acting) {
  const pair = row.symbol === null ? null : markets.findExchangePair(template.market, row.symbol);
  const last = pair && markets.lastPrice(template.market, pair.symbol)?.price;
  return pair && last ? { pair, last } : null;
}

const NO_PRICE = 'The last price of its pair is not known.';

const IN_FLIGHT = new Set(['planned', 'sending', 'unknown']);

/** What became of an entry that an earlier attempt has written; later while that is not known. */
async function written({ db }: HookEngineDeps, userId: string, blockId: string): Promise<Done | 'later' | null> {
  const entry = await entryOf(db, { userId, blockId });
  if (!entry) return null;
  if (IN_FLIGHT.has(entry.state)) return 'later';
  if (entry.state === 'rejected') return failed(entry.reason ?? 'The exchange refused the order.');
  return done('Its entry was placed: the block shows what became of it.');
}

/** PB-12: how much, and with which exits, is the bot's. */
async function enterByBot({ bots }: HookEngineDeps, { hook, template, row }: Acting, botId: string): Promise<Done> {
  const { id, price } = row;
  const action = row.action === 'add' ? 'add' : 'open';
  const opened = await bots.signals.open(hook.userId, botId, { id, action, price, hookName: template.name });
  return 'fault' in opened ? failed(opened.fault) : done(opened.text);
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
  if (!market) return failed(NO_PRICE);
  if (fault !== null) return failed(fault);
  const placed = await deps.orders.place(userId, entryOrder(acting, market), blockId);
  switch (placed.outcome) {
    case 'refused':
      return failed(placed.error);
    case 'placed': {
      const { price, quantity } = placed.position;
      return done(
        `Entry placed: ${text(quantity)} ${market.pair.base} at up to ${text(price)} ${market.pair.counter}.`,
      );
    }
    default:
      // Its answer was lost, or it was not sent yet: `written` says next time what became of it.
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

const LOOKED_UP = 'Its entry is still being looked up on the exchange.';

/** Whether an entry of an open block has begun to fill on any key. */
const isBought = ({ block, positions }: BlockView): boolean =>
  block.open && positions.some((one) => one.row.endedAt === null && entryIn(one)?.filledQuantity.gt(0));

/** Closes what a block holds, or cancels its entry; a sentence where neither could be done now. */
async function closeOrRemove({ db, orders }: HookEngineDeps, userId: string, blockId: string): Promise<string | null> {
  const held = await orders.held(userId, blockId);
  if (!held) return null;
  const [view] = await readViews(db, userId, [blockId]);
  const closed = () => orders.close(userId, { blockId, targeted: true });
  if (view && isBought(view)) return (await closed()).error;
  const removed = await orders.remove(userId, blockId);
  // Filled, wholly or in part, while it was being canceled.
  const isOver = removed.error === null && !isBought(removed.changed.view);
  return isOver ? null : (await closed()).error;
}

/**
 * Null once it is ended or ending, also by an earlier attempt. What cannot be ended now is tried again until the signal is
 * too old: right after a start it is not known yet what became of its orders.
 */
async function endBlock(deps: HookEngineDeps, userId: string, blockId: string): Promise<null> {
  const entry = await entryOf(deps.db, { userId, blockId });
  if (entry && IN_FLIGHT.has(entry.state)) throw new Refusal('unavailable', LOOKED_UP);
  try {
    const fault = await closeOrRemove(deps, userId, blockId);
    if (fault !== null) throw new Refusal('unavailable', fault);
  } catch (error) {
    // It ended meanwhile.
    if (!(error instanceof Refusal) || error.code !== 'not-found') throw error;
  }
  return null;
}

async function reduceBlock({ orders }: HookEngineDeps, { hook, row }: Acting, blockId: string): Promise<string | null> {
  const held = await orders.held(hook.userId, blockId);
  if (!held) return null;
  const quantity = held.quantity.times(row.share ?? ZERO);
  const requestId = `signal ${row.id} ${blockId}`;
  return (await orders.closePart(hook.userId, { blockId, quantity, requestId })).error;
}

async function targetBlock(
  { orders }: HookEngineDeps,
  { hook, template, row }: Acting,
  blockId: string,
): Promise<string | null> {
  const { userId } = hook;
  const held = await orders.held(userId, blockId);
  if (!held) return null;
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
  close: (deps: HookEngineDeps, { hook }: Acting, blockId: string) => endBlock(deps, hook.userId, blockId),
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
  if (!('fault' in closed)) return done(closed.text);
  return row.blocks === null ? failed(closed.fault) : done('Its bot has no deal open any more.');
}

/** The same about each block of the hook, one after another. */
async function withBlocks(deps: HookEngineDeps, acting: Acting, action: keyof typeof WORK): Promise<Done> {
  const { template } = acting;
  if (template.signalBot && action === 'close') return closeByBot(deps, acting, template.signalBot);
  const blocks = await blocksOf(deps, acting);
  if (blocks.length === 0) return failed('This hook holds nothing of this pair.');
  let fault: string | null = null;
  // What one block is refused keeps no other from it.
  for (const blockId of blocks) {
    const refusal = await WORK[action](deps, acting, blockId);
    fault ??= refusal;
  }
  if (fault !== null) return failed(fault);
  return done(`${WORDS[action]}: ${blocks.length === 1 ? 'one block' : `${blocks.length} blocks`}.`);
}

async function withBot(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const { hook, template, row } = acting;
  const { bots } = deps;
  const { bot } = template;
  if (!bot) return failed('This hook has no bot any more.');
  const starts = row.action === 'bot-start';
  if (!starts) await begin(deps, acting);
  const fault = starts
    ? await bots.start(hook.userId, bot.botId, startKeyOf(row.id))
    : await bots.stop(hook.userId, bot.botId, bot.coins);
  return fault === null ? done(starts ? 'Its bot was started.' : 'Its bot is stopping.') : failed(fault);
}

async function alert(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const { hook, template, row } = acting;
  await begin(deps, acting);
  const pair = row.symbol && deps.markets.findPair(template.market, row.symbol.toLowerCase());
  const name = pair ? `${pair.baseCurrency}/${pair.counterCurrency}` : '';
  const price = row.marketPrice ? ` at ${text(row.marketPrice)}` : '';
  await deps.audit.record(hook.userId, 'signal-alert', { name: template.name, what: `${name}${price}` || 'a signal' });
  return done('You were notified.');
}

/** Does what a signal was taken for. Once done it does nothing again, wherever an earlier attempt ended. */
export async function act(deps: HookEngineDeps, acting: Acting): Promise<Done | 'later'> {
  const { action } = acting.row;
  switch (action) {
    case 'open':
    case 'add':
      return enter(deps, acting);
    case 'reduce':
    case 'close':
    case 'targets':
      return withBlocks(deps, acting, action);
    case 'bot-start':
    case 'bot-stop':
      return withBot(deps, acting);
    case 'alert':
      return alert(deps, acting);
    default:
      return failed('It asks for nothing.');
  }
}

const WOULD: Record<NonNullable<SignalRow['action']>, string> = {
  open: '',
  add: '',
  reduce: 'Would close a share of what this hook holds of the pair.',
  close: 'Would close what this hook holds of the pair.',
  targets: 'Would set the targets of what this hook holds of the pair.',
  'bot-start': 'Would start its bot.',
  'bot-stop': 'Would stop its bot.',
  alert: 'Would notify you.',
};

/** 'take profit 0.572, stop 0.494, one copy'. */
function besides([own, ...copies]: readonly Receipt[]): string {
  const parts = [
    own?.takeProfit && `take profit ${text(own.takeProfit.price)}`,
    own?.stopLoss && `stop ${text(own.stopLoss.price)}`,
    copies.length > 0 && (copies.length === 1 ? 'one copy' : `${copies.length} copies`),
  ];
  return parts.filter(Boolean).join(', ');
}

/** W-11: what a signal would have done, by the same rules and with nothing placed. */
export async function rehearse(deps: HookEngineDeps, acting: Acting): Promise<Done> {
  const { hook, template, row } = acting;
  const { action } = row;
  if (action !== 'open' && action !== 'add') return done(action ? WOULD[action] : 'It asks for nothing.');
  if (template.signalBot) return done('Would open a deal of its bot, by the settings of that bot.');
  const market = marketOf(deps, acting);
  if (!market) return failed(NO_PRICE);
  const { error, receipts } = await deps.orders.preview(hook.userId, entryOrder(acting, market));
  const [own] = receipts;
  if (error !== null || !own) return failed(`Would be refused: ${error ?? 'nothing can be placed.'}`);
  const { base, counter } = market.pair;
  const more = besides(receipts);
  const spent = `${text(own.counterQuantity)} ${counter}`;
  return done(
    `Would buy ${text(own.quantity)} ${base} at up to ${text(own.price)} for ${spent}${more ? `; ${more}` : ''}.`,
  );
}
