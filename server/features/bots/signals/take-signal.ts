import type { Big } from 'big.js';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Market } from '#contracts/symbol.ts';
import { botsStore } from '../bots.store.ts';
import { dealWork } from '../deals/deals.store.ts';
import type { BotDeps } from '../deps.ts';
import { openBySignal } from '../runs/bars.store.ts';
import type { SignalSettings } from '../../../domain/strategies/signals/run-settings.ts';
import { dealSettings } from '../runs/deal-settings.ts';
import { contextOf } from '../runs/run-context.ts';
import { runChanges } from '../run-changes.ts';
import { runsStore, type StoredRun } from '../runs/runs.store.ts';
import { planOf } from '../runs/stored-plan.ts';
import { judge, type Judging, openDeals } from './judge-signal.ts';

interface Named {
  userId: string;
  botId: string;
}

/** PB-12: what a hook's signal asks of a bot. */
export interface BotSignal {
  id: string;
  action: 'open' | 'add';
  /** Counter units, where the sender names one. */
  price: Big | null;
  hookName: string;
}

/** Null once it is done, or a sentence that says why not. */
type Done = { fault: string } | { text: string };

interface Bought {
  quantity: Big;
  /** At up to this much. */
  price: Big;
}

const mainRun = async ({ db }: Pick<BotDeps, 'db'>, { userId, botId }: Named): Promise<StoredRun | null> =>
  (await runsStore(db, userId).ofBot(botId)).find(({ run }) => run.ordinal === 0) ?? null;

const NO_PRICE = 'The last price of its pair is not known.';
const withoutVerdict = (text: string): string => text.replace(/^not taken: /, '');

const sent = (text: string): Done => ({ text });

/** A run to which a signal may be given, or a sentence that says why not. */
function judgingOf(deps: BotDeps, stored: StoredRun | null): (Judging & { settings: SignalSettings }) | string {
  if (stored?.run.state !== 'running') return 'Its bot does not run.';
  const settings = dealSettings(stored);
  const pair = deps.markets.findPastPair(stored.run.market as Market, stored.run.symbol);
  if (settings.by !== 'signal' || settings.bars || !pair) return 'Its bot takes no signals.';
  return { stored, pair, settings, context: contextOf(deps, { run: stored.run, pair }) };
}

/** What its hook holds: a deal that is being closed is no position any more. */
const heldDeals = (stored: StoredRun) => openDeals(stored).filter(({ row }) => row.ending === null);

function stepFault({ stored }: Judging, { action }: BotSignal): string | null {
  const open = heldDeals(stored).length;
  if (action === 'open') return open > 0 ? 'out of step: its bot still has a deal open.' : null;
  return open === 0 ? 'out of step: its bot has no deal open.' : null;
}

/** Opens a deal, or another one; the same signal once. */
async function openBy(deps: BotDeps, named: Named, signal: BotSignal): Promise<Done> {
  const main = await mainRun(deps, named);
  // An earlier attempt has done it, whatever became of its bot since.
  const before = main?.deals.find(({ row }) => row.signalId === signal.id);
  if (before) return sent(`Deal ${before.row.number} of its bot was opened.`);
  const judging = judgingOf(deps, main);
  if (typeof judging === 'string') return { fault: judging };
  const { pair, context } = judging;
  const price = signal.price ?? context.last;
  const fault = stepFault(judging, signal) ?? (price ? null : NO_PRICE);
  return fault === null && price
    ? openDeal(deps, { judging, signal, price: floorTo(pair.tick, price) })
    : { fault: fault ?? '' };
}

/** What a bot would buy by its settings, or why it would buy nothing; whether its hook is in step is not asked. */
async function previewBy(deps: BotDeps, named: Named, asked: Big | null): Promise<Bought | { fault: string }> {
  const judging = judgingOf(deps, await mainRun(deps, named));
  if (typeof judging === 'string') return { fault: judging };
  const { settings, pair, context } = judging;
  const price = asked ?? context.last;
  if (!price) return { fault: NO_PRICE };
  const signal = { at: context.now, price: floorTo(pair.tick, price) };
  const { deal, text } = await judge(deps, judging, { settings, signal });
  return deal ? { price: deal.price, quantity: deal.quantity } : { fault: withoutVerdict(text) };
}

/** What the bot's settings make of it. */
async function openDeal(
  deps: BotDeps,
  { judging, signal, price }: { judging: Judging & { settings: SignalSettings }; signal: BotSignal; price: Big },
): Promise<Done> {
  const { stored, settings, context } = judging;
  const { run, bot } = stored;
  const { now } = context;
  const judged = await judge(deps, judging, { settings, signal: { at: now, price } });
  const text = `Signal of ${signal.hookName}: ${judged.text}`;
  if (!judged.deal) {
    await dealWork(deps.db).log(run, { text, now });
    return { fault: withoutVerdict(judged.text) };
  }
  const deal = { ...judged.deal, signalId: signal.id };
  const isOpened = await openBySignal(deps.db)(run, { deal, text, now });
  if (!isOpened) return { fault: 'Another deal of its bot was opened at the same moment.' };
  runChanges(deps.bus).publish({ userId: run.userId, runId: run.id });
  return sent(`${bot.name}: ${judged.text}`);
}

/** Ends every open deal: what is held is sold at market. */
async function closeAll(deps: BotDeps, named: Named, hookName: string): Promise<Done> {
  const stored = await mainRun(deps, named);
  const open = stored ? openDeals(stored) : [];
  if (!stored || open.length === 0) return { fault: 'Its bot has no deal open.' };
  const text = `Closed by a signal of ${hookName}.`;
  for (const { row } of open) await dealWork(deps.db).end(stored.run, row, { ending: 'sell', text, now: deps.clock() });
  runChanges(deps.bus).publish({ userId: named.userId, runId: stored.run.id });
  return sent(open.length === 1 ? 'Its bot closes its deal.' : `Its bot closes ${open.length} deals.`);
}

/** What hooks do with the deals of signal bots. */
export const signalCommands = (deps: BotDeps) => ({
  /** Its pair, as the exchange names it; null where this is no signal bot of the person. */
  async pairOf(userId: string, botId: string): Promise<string | null> {
    const bot = await botsStore(deps.db, userId).find(botId);
    return bot?.plan.type === 'signal' && planOf(bot).type === 'signal' ? bot.symbol : null;
  },
  /** Whether it has a deal open that is not ending. */
  async holds(userId: string, botId: string): Promise<boolean> {
    const stored = await mainRun(deps, { userId, botId });
    return stored !== null && heldDeals(stored).length > 0;
  },
  /** The order blocks of the deals that its hook holds. */
  async blocks(userId: string, botId: string): Promise<string[]> {
    const stored = await mainRun(deps, { userId, botId });
    return stored ? heldDeals(stored).flatMap(({ blocks }) => blocks.map(({ row }) => row.blockId)) : [];
  },
  open: (userId: string, botId: string, signal: BotSignal) => openBy(deps, { userId, botId }, signal),
  /** Writes nothing. */
  preview: (userId: string, botId: string, price: Big | null) => previewBy(deps, { userId, botId }, price),
  close: (userId: string, botId: string, hookName: string) => closeAll(deps, { userId, botId }, hookName),
});
