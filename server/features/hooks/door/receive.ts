import type { SignalAnswer } from '#contracts/hooks.ts';
import { DAY } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Tx } from '../../../db/database.ts';
import { BURST } from '../../../domain/signals/hook-limits.ts';
import { readBody, withoutSecrets } from '../../../domain/signals/read-body.ts';
import { readSignal } from '../../../domain/signals/read-signal.ts';
import type { Signal } from '../../../domain/signals/signal.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newId } from '../../../lib/id.ts';
import type { HookDeps } from '../deps.ts';
import { type HookRow, hooksStore, isHookBusy, pauseHook } from '../hooks.store.ts';
import { signalChanges } from '../signal-changes.ts';
import type { NewSignal } from '../signals.store.ts';
import { templateOf } from '../template.ts';
import { onceKeyOf } from './once-key.ts';
import { type Known, type Verdict, verdictOf } from './verdict.ts';
import { type VerdictStore, verdictStore } from './verdict.store.ts';

export interface Message {
  text: string;
  address: string;
  /** Whose signature let it in: it says when it was sent, and what makes it the same; null for a call with a token. */
  signed?: { id: string; at: number } | null;
  /** A test of its owner: always a dry run. */
  isTest?: boolean;
  /** The hooks of its person were called too often in this minute: it is refused. */
  isOverLimit?: boolean;
}

type Outcome = { answer: SignalAnswer } | { malformed: string };
/** What the owner is notified of once it is written. */
type Notice = { kind: 'hook-paused' | 'signal-refused'; reason: string } | null;

interface Decided {
  outcome: Outcome;
  notice: Notice;
  waits: boolean;
}

const ENTRIES: ReadonlySet<string | null> = new Set(['open', 'add']);

const OVER_LIMIT = 'too many signals came for your hooks within a minute';
const PAUSED = `It received more than ${BURST.most} signals in three minutes.`;

/** Null where it is not traded; while the exchange's pairs are not known yet, its sender is to try again. */
function knownPair(markets: HookDeps['markets'], market: Market, name: string) {
  try {
    return markets.pairOf(market, name.toLowerCase());
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return null;
    throw error;
  }
}

type Counts = Awaited<ReturnType<VerdictStore['counts']>>;

function known(deps: HookDeps, { hook, received, store, counts }: Judged, isDry: boolean) {
  const { markets } = deps;
  const template = templateOf(hook);
  return {
    hookId: hook.id,
    template,
    received,
    pairOf: (name) => knownPair(markets, template.market, name),
    usdtOf: (asset) => markets.usdtOf(template.market, asset),
    used: counts,
    isJoinedAway: async (symbol) => !isDry && !template.signalBot && store.isJoinedAway(symbol),
    async isHeld(symbol) {
      // A dry run follows what dry runs would have opened and closed.
      if (isDry) return ENTRIES.has(await store.lastDry(symbol));
      const { signalBot = null } = template;
      // In this order: once a signal waits no more, its block is there.
      const [waiting, isOpen] = await Promise.all([
        store.lastWaiting(symbol),
        signalBot === null && store.hasOpen(symbol),
      ]);
      if (waiting) return waiting !== 'close';
      return signalBot === null ? isOpen : deps.bots.signals.holds(hook.userId, signalBot);
    },
  } satisfies Known;
}

/** What is stored of a signal whatever its verdict. */
const common = (
  signal: Signal | null,
): Pick<NewSignal, 'format' | 'sentAt' | 'price' | 'share' | 'stopLoss' | 'takeProfits'> => ({
  format: signal?.format ?? null,
  sentAt: signal?.time ?? null,
  price: signal?.format === 'native' ? signal.price : null,
  share: signal?.share ?? null,
  stopLoss: signal?.stopLoss ?? null,
  takeProfits: signal ? signal.takeProfits.map((price) => price.toFixed()) : null,
});

/** A signature is of its time: that counts where the body names none. */
const datedBy = (signal: Signal, { signed }: Message): Signal => ({
  ...signal,
  time: signal.time ?? signed?.at ?? null,
});

/** Decides one signal of a locked hook and writes it. */
async function decide(deps: HookDeps, tx: Tx, of: { hook: HookRow; message: Message }): Promise<Decided> {
  const { hook, message } = of;
  const received = deps.clock();
  const store = verdictStore({ db: deps.db, tx }, { userId: hook.userId, hookId: hook.id });
  const id = newId();
  const read = readBody(message.text);
  const parsed = 'body' in read ? readSignal(read.body) : read;
  const signal = 'signal' in parsed ? datedBy(parsed.signal, message) : null;
  const row = {
    id,
    receivedAt: received,
    address: message.address,
    bytes: Buffer.byteLength(message.text),
    ...common(signal),
    body: 'body' in read ? JSON.stringify(withoutSecrets(read.body)) : '[not read]',
    doneAt: received,
    state: 'done' as const,
  };
  if (!('body' in read) || signal === null) {
    const reason = 'fault' in parsed ? parsed.fault : '';
    await store.add({ ...row, result: 'malformed', reason });
    return { outcome: { malformed: reason }, notice: null, waits: false };
  }
  const { key: onceKey, rememberedFor } = onceKeyOf(hook.id, read.body, {
    ...signal,
    signedId: message.signed?.id ?? null,
  });
  const [same, counts] = await Promise.all([
    store.sameAs(onceKey),
    store.counts({ burstSince: received - BURST.withinMs, daySince: received - DAY }),
  ]);
  if (same && same.receivedAt >= received - rememberedFor) {
    const { id: first, reason: error } = same;
    await store.repeat(first);
    return { outcome: { answer: { result: 'duplicate', id: first, error } }, notice: null, waits: false };
  }
  if (same) await store.forget(same.id);
  return judge(deps, tx, { hook, received, signal, row: { ...row, onceKey }, message, store, counts });
}

interface Judged {
  hook: HookRow;
  received: number;
  signal: Signal;
  row: Omit<NewSignal, 'result'> & { id: string };
  message: Message;
  store: VerdictStore;
  counts: Counts;
}

/** Why the hook takes nothing now. */
async function shutFault(tx: Tx, { hook, message, counts }: Judged): Promise<Notice> {
  if (message.isTest) return null;
  if (hook.paused !== null) return { kind: 'signal-refused', reason: 'this hook is paused' };
  if (message.isOverLimit === true) return { kind: 'signal-refused', reason: OVER_LIMIT };
  if (counts.burst >= BURST.most) {
    await pauseHook(tx, hook, PAUSED);
    return { kind: 'hook-paused', reason: PAUSED };
  }
  return null;
}

/** Whether nothing is traded on it. */
const isDryRun = ({ hook, signal, message }: Judged): boolean => !hook.live || signal.isTest || message.isTest === true;

/** S-34: whether nothing needs to be sold or bought for it: a close of what only rests cancels. */
async function goesOn({ hook, store }: Judged, { action, symbol }: Pick<Verdict, 'action' | 'symbol'>) {
  if (action === 'alert' || action === 'bot-stop') return true;
  if (action !== 'close' || symbol === null || templateOf(hook).signalBot) return false;
  return !(await store.hasBought(symbol));
}

/** S-34: what the switches of trading leave of a verdict; a dry run trades nothing. */
async function switched({ trading }: HookDeps, judged: Judged, verdict: Verdict): Promise<Verdict> {
  const { symbol, action } = verdict;
  const refused = isDryRun(judged) ? null : trading.refusal(judged.hook.userId);
  return refused === null || (await goesOn(judged, verdict)) ? verdict : { refused, symbol, action };
}

/** A dry run is refused without a notice; its owner is notified that the hook is paused. */
const noticeOf = (notice: Notice, isDry: boolean): Notice =>
  isDry && notice?.kind === 'signal-refused' ? null : notice;

async function judge(deps: HookDeps, tx: Tx, judged: Judged): Promise<Decided> {
  const { signal, row, store } = judged;
  const isDry = isDryRun(judged);
  const shut = await shutFault(tx, judged);
  const of = known(deps, judged, isDry);
  const verdict = shut
    ? { refused: shut.reason, symbol: null, action: null }
    : await switched(deps, judged, await verdictOf(of, signal));
  const { symbol, action } = verdict;
  const marketPrice = symbol === null ? null : (deps.markets.lastPrice(of.template.market, symbol)?.price ?? null);
  const { id } = row;
  if ('refused' in verdict) {
    const { refused: reason } = verdict;
    await store.add({ ...row, result: 'refused', reason, symbol, action, marketPrice });
    const notice = shut ?? { kind: 'signal-refused' as const, reason };
    return {
      outcome: { answer: { result: 'refused', id, error: reason } },
      notice: noticeOf(notice, isDry),
      waits: false,
    };
  }
  const result = isDry ? ('dry-run' as const) : ('taken' as const);
  const blockId = result === 'taken' && ENTRIES.has(action) ? newId() : null;
  await store.add({ ...row, ...verdict, result, marketPrice, blockId, state: 'waiting', doneAt: null });
  return { outcome: { answer: { result, id, error: null } }, notice: null, waits: true };
}

/** W-10: the owner is notified of the first failure in a row. */
async function notify({ db, audit }: HookDeps, hook: HookRow, notice: NonNullable<Notice>): Promise<void> {
  if (notice.kind === 'signal-refused' && hook.isNotified) return;
  await hooksStore(db, hook.userId).change(hook.id, { isNotified: true });
  await audit.record(hook.userId, notice.kind, { name: templateOf(hook).name, reason: notice.reason });
}

/** The same; its sender is answered also where that fails. */
const notifyOwner = (deps: HookDeps, hook: HookRow, notice: NonNullable<Notice>): Promise<void> =>
  notify(deps, hook, notice).catch((error: unknown) =>
    deps.log.error({ error, hookId: hook.id }, 'hooks: a notice could not be written'),
  );

/** W-10: the signal is refused before it is read: more came for the person's hooks than are taken. */
export async function notifyOverLimit(deps: HookDeps, hook: HookRow): Promise<void> {
  if (hook.live && hook.paused === null) await notifyOwner(deps, hook, { kind: 'signal-refused', reason: OVER_LIMIT });
}

const NOT_WRITTEN = 'This signal could not be written down. Send it again.';
const RETRY_AFTER = 5;
const BUSY = `Other signals of this hook came at the same time and are still being decided. Send this one again in ${RETRY_AFTER} seconds.`;

/** One signal of a hook after another is decided and written, or none. */
async function decided(deps: HookDeps, hook: HookRow, message: Message) {
  try {
    return await hooksStore(deps.db, hook.userId).locked(hook.id, async (tx, current) => ({
      ...(await decide(deps, tx, { hook: current, message })),
      hook: current,
    }));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (isHookBusy(error)) throw new Refusal('unavailable', BUSY, { retryAfter: RETRY_AFTER });
    deps.log.error({ error, hookId: hook.id }, 'hooks: a signal could not be written');
    throw new Refusal('unavailable', NOT_WRITTEN, { retryAfter: RETRY_AFTER });
  }
}

/** W-4: everything is decided and written when this returns, and nothing is traded yet. */
export async function receive(deps: HookDeps, hook: HookRow, message: Message): Promise<SignalAnswer> {
  const found = await decided(deps, hook, message);
  if (!found) throw new Refusal('not-found', 'There is nothing at this address.');
  const { outcome, waits, notice } = found;
  // Its sender is answered first; should this process end in between, an engine finds the signal by itself.
  if (waits) setImmediate(() => signalChanges(deps.bus).publish({ userId: hook.userId, hookId: hook.id }));
  if (notice) await notifyOwner(deps, found.hook, notice);
  if ('malformed' in outcome) throw new Refusal('malformed', outcome.malformed);
  return outcome.answer;
}
