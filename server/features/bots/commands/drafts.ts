import * as z from 'zod/mini';
import { AnyPlan } from '#contracts/bot-settings.ts';
import { BotStop } from '#contracts/bot-stop.ts';
import type { ChangeBot, CreateBot } from '#contracts/bots.ts';
import { Refusal } from '../../../lib/errors.ts';
import { newId } from '../../../lib/id.ts';
import { botsStore, type BotChange, type BotRow } from '../bots.store.ts';
import type { BotDeps } from '../deps.ts';
import { findKey } from '../find-key.ts';
import { runsStore } from '../runs/runs.store.ts';
import { linkOf } from '../bot-links.store.ts';
import { wakeRuns, withLimits } from './change-limits.ts';
import { stopFault, watchAnew } from './change-stop.ts';

/** C-25. */
export const MOST_BOTS = 100;

interface Named {
  userId: string;
  botId: string;
}

type Saved = { bot: BotRow; error: null } | { bot: null; error: string };

export const gone = (): Refusal => new Refusal('not-found', 'There is no such bot.');

/** Saved as it is: what is wrong with it is said by the preview, and refused at the start. */
export async function createDraft(deps: BotDeps, userId: string, wanted: CreateBot): Promise<Saved> {
  const { db, clock, markets } = deps;
  const { name, market, symbolName, mainUid, stop = {}, startAt = null, copyKeys = false, link, ...plan } = wanted;
  const pair = markets.pairOf(market, symbolName);
  const key = await findKey(deps, userId, { market, mainUid });
  const now = clock();
  const came = link === undefined ? null : await linkOf(db, link);
  const bot = await botsStore(db, userId).add(
    {
      id: newId(),
      name,
      market,
      symbol: pair.symbol,
      keyId: key.keyId,
      plan: z.encode(AnyPlan, plan),
      stop: z.encode(BotStop, stop),
      startAt,
      copyKeys,
      linkId: came?.id ?? null,
      createdAt: now,
      updatedAt: now,
    },
    MOST_BOTS,
  );
  return bot
    ? { bot, error: null }
    : { bot: null, error: `You have ${MOST_BOTS} bots, which is the most. Delete some that you no longer need.` };
}

const changeOf = (wanted: ChangeBot): BotChange => ({
  ...(wanted.name !== undefined && { name: wanted.name }),
  ...(wanted.plan && { plan: z.encode(AnyPlan, wanted.plan) }),
  ...(wanted.stop && { stop: z.encode(BotStop, wanted.stop) }),
  ...(wanted.startAt !== undefined && { startAt: wanted.startAt }),
  ...(wanted.copyKeys !== undefined && { copyKeys: wanted.copyKeys }),
  ...(wanted.notices && { notices: [...new Set(wanted.notices)] }),
});

const hasLimits = ({ borders, until }: ChangeBot): boolean => borders !== undefined || until !== undefined;

const isFixed = ({ plan, startAt, copyKeys }: ChangeBot): boolean =>
  [plan, startAt, copyKeys].some((wanted) => wanted !== undefined);

/** C-20: why its other limits cannot be these; else what is stored of them. */
async function limitChange(deps: BotDeps, { userId, botId }: Named, wanted: ChangeBot): Promise<BotChange | string> {
  const bot = await botsStore(deps.db, userId).find(botId);
  if (!bot) throw gone();
  const [main] = await runsStore(deps.db, userId).ofBot(botId);
  const plan = withLimits(deps, { bot, state: main?.run.state }, wanted);
  return typeof plan === 'string' ? plan : { plan: z.encode(AnyPlan, plan) };
}

/** C-1, C-20: all of it may change while it is a draft; then its name, its stop conditions, its limits and what it notifies of. */
export async function changeDraft(
  deps: BotDeps,
  { userId, botId, isDraft }: { userId: string; botId: string; isDraft: boolean },
  wanted: ChangeBot,
): Promise<Saved> {
  if (isFixed(wanted) && !isDraft)
    return { bot: null, error: 'Its settings do not change once it has started. Stop it, and start a new one.' };
  const newStop = isDraft ? undefined : wanted.stop;
  const fault = newStop ? await stopFault(deps, { userId, botId }, newStop) : null;
  if (fault !== null) return { bot: null, error: fault };
  const limits = hasLimits(wanted) ? await limitChange(deps, { userId, botId }, wanted) : {};
  if (typeof limits === 'string') return { bot: null, error: limits };
  const change = { ...changeOf(wanted), ...limits, updatedAt: deps.clock() };
  const bot = await botsStore(deps.db, userId).change(botId, change);
  if (!bot) throw gone();
  if (newStop) await watchAnew(deps, { userId, botId });
  else if (!isDraft) await wakeRuns(deps, userId, botId);
  return { bot, error: null };
}
