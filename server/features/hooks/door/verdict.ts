import type { Big } from 'big.js';
import type { HookTemplate } from '#contracts/hooks.ts';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { HookAction } from '#contracts/rules/hook-actions.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { ageFault, longestAge } from '../../../domain/signals/age.ts';
import { capFault, entryAmount } from '../../../domain/signals/hook-limits.ts';
import { stepOf } from '../../../domain/signals/in-step.ts';
import { pairSymbol } from '../../../domain/signals/pair-name.ts';
import type { Signal } from '../../../domain/signals/signal.ts';

/** What is known when a signal is decided. */
export interface Known {
  hookId: string;
  template: HookTemplate;
  received: number;
  /** The pair of this name on the hook's market; null where there is none. */
  pairOf(name: string): ExchangePair | null;
  /** Whether the hook holds a pair, once all that waits is done. */
  isHeld(symbol: string): Promise<boolean>;
  /** Whether its owner joined what the hook held of a pair with a block of their own. */
  isJoinedAway(symbol: string): Promise<boolean>;
  /** One unit of an asset in USDT; null while not known. */
  usdtOf(asset: string): Big | null;
  /** In the last 24 hours. */
  used: { today: number; usdtToday: Big };
}

export interface Wanted {
  action: HookAction;
  symbol: string | null;
  /** Counter currency of an entry, or what a reduction is to bring that names no share; of an entry the same in USDT. */
  amount: Big | null;
  usdt: Big | null;
}
export type Verdict = { refused: string; symbol: string | null; action: HookAction | null } | Wanted;

const TITLES: Record<HookAction, string> = {
  open: 'open',
  add: 'add',
  reduce: 'reduce',
  close: 'close',
  targets: 'set targets',
  'bot-start': 'start its bot',
  'bot-stop': 'stop its bot',
  alert: 'send alerts',
};

const isEntry = (action: HookAction): boolean => action === 'open' || action === 'add';
const isBot = (action: HookAction): boolean => action === 'bot-start' || action === 'bot-stop';

/** The pair, if one is named and it is one of the hook's. */
function pairFor(
  { template, pairOf }: Known,
  { pair: sent }: Signal,
): { pair: ExchangePair | null } | { fault: string } {
  if (sent === null) return { pair: null };
  const named = pairSymbol(sent);
  if ('fault' in named) return named;
  const pair = pairOf(named.symbol);
  const own = template.pairs.map((name) => pairOf(name)?.symbol);
  if (!pair || !own.includes(pair.symbol)) return { fault: `${named.symbol} is not among the pairs of this hook` };
  return { pair };
}

/** Why the message is not for this hook. */
function addresseeFault({ template, hookId }: Known, { exchange, alias }: Signal): string | null {
  if (exchange !== null && exchange !== template.market)
    return `the signal is about ${exchange.toUpperCase().slice(0, 40)}, and this hook trades on ${template.market}`;
  if (alias !== null && alias !== (template.alias ?? hookId)) return 'its bot_uuid is not the alias of this hook';
  return null;
}

/** W-8: a reduction by all of it is a close. */
const closedIfWhole = (action: HookAction, share: Big | null): HookAction =>
  action === 'reduce' && share?.gte(ONE) ? 'close' : action;

async function actionOf(known: Known, { ask, share }: Signal, pair: ExchangePair | null) {
  if (ask.by === 'action') return { action: closedIfWhole(ask.action, share) };
  if (!pair) return { fault: 'the signal names no pair' };
  const follows = known.template.inStep === 'follow';
  const isPart = share?.lt(ONE) ?? false;
  const step = stepOf(ask, { isHeld: await known.isHeld(pair.symbol), follows, isPart });
  if ('nothing' in step) return { fault: step.nothing };
  return 'action' in step ? { action: closedIfWhole(step.action, share) } : step;
}

interface Chosen {
  action: HookAction;
  pair: ExchangePair | null;
}

/** Of a bot's start or stop. */
function botFault({ template: { bot } }: Known, { ask }: Signal): string | null {
  if (!bot) return 'this hook has no bot';
  const sells = ask.by === 'action' && ask.sellsCoins === true;
  return sells && bot.coins === 'keep' ? 'this hook keeps the coins when it stops its bot' : null;
}

const NO_SHARE = {
  own: 'the signal does not say which share to close',
  foreign: 'the signal does not say which share to close: copy the message for its sender from this hook again',
};

/** What the fields of a signal lack for its action, or have too much of. */
function fieldsFault({ template }: Known, signal: Signal, action: HookAction): string | null {
  const { format, takeProfits, stopLoss, share, worth } = signal;
  const hasTargets = takeProfits.length > 0 || stopLoss !== null;
  if (hasTargets && !template.actions.includes('targets')) return 'this hook takes no targets from a signal';
  if (action === 'targets' && !hasTargets) return 'the signal names no target';
  if (isEntry(action) && takeProfits.length > 1)
    return 'an entry takes one take profit; send the others with the action targets';
  return action === 'reduce' && !share && !worth ? NO_SHARE[format === 'native' ? 'own' : 'foreign'] : null;
}

const JOINED_AWAY =
  'out of step: you joined what this hook held of this pair with a block of yours, which is yours to close';

/** Of what the hook holds. */
async function stepFault({ isHeld, isJoinedAway }: Known, action: HookAction, symbol: string): Promise<string | null> {
  const holds = await isHeld(symbol);
  if (action === 'open') return holds ? 'out of step: this hook holds a position of this pair already' : null;
  if (holds) return null;
  return (await isJoinedAway(symbol)) ? JOINED_AWAY : 'out of step: this hook holds nothing of this pair';
}

/** What an action needs besides being allowed. */
async function needsFault(known: Known, signal: Signal, { action, pair }: Chosen): Promise<string | null> {
  if (!known.template.actions.includes(action)) return `this hook may not ${TITLES[action]}`;
  if (isBot(action)) return botFault(known, signal);
  if (action === 'alert') return null;
  if (!pair) return 'the signal names no pair';
  return fieldsFault(known, signal, action) ?? stepFault(known, action, pair.symbol);
}

/** What an entry costs, within the caps of the hook; other actions only count. */
function spending(
  known: Known,
  { amount: sent, worth }: Signal,
  { action, pair }: Chosen,
): { amount: Big | null; usdt: Big | null } | { fault: string } {
  const { template, used } = known;
  // PB-12: what a signal bot spends is its own; its signals count.
  if (!isEntry(action) || !pair || template.signalBot) {
    // What ends a position or stops a bot, or only notifies, is never held back by what was spent.
    const fault = action === 'bot-start' || isEntry(action) ? capFault(template, used, ZERO) : null;
    return fault === null ? { amount: worth, usdt: null } : { fault };
  }
  const sized = entryAmount(template.amount, sent);
  if ('fault' in sized) return sized;
  const usdt = known.usdtOf(pair.counter)?.times(sized.amount) ?? null;
  const fault = capFault(template, used, usdt);
  return fault === null ? { amount: sized.amount, usdt } : { fault };
}

/** W-6 to W-10: what a signal is for this hook, or why it is not acted on. */
export async function verdictOf(known: Known, signal: Signal): Promise<Verdict> {
  const named = pairFor(known, signal);
  const symbol = 'pair' in named ? (named.pair?.symbol ?? null) : null;
  const refused = (sentence: string, action: HookAction | null = null): Verdict => ({
    refused: sentence,
    symbol,
    action,
  });
  const foreign = addresseeFault(known, signal);
  if (foreign !== null) return refused(foreign);
  const { template, received } = known;
  const longest = longestAge(template.maxAge, signal.maxLag);
  const age = ageFault({ sent: signal.time, received, longest, mayBeUndated: template.undated });
  if (age !== null) return refused(age);
  if ('fault' in named) return refused(named.fault);
  const step = await actionOf(known, signal, named.pair);
  if ('fault' in step) return refused(step.fault);
  const of = { action: step.action, pair: named.pair };
  const lacking = await needsFault(known, signal, of);
  if (lacking !== null) return refused(lacking, step.action);
  const spent = spending(known, signal, of);
  return 'fault' in spent ? refused(spent.fault, step.action) : { action: step.action, symbol, ...spent };
}
