import type { ChangeHook, CreateHook, Hook, HookTemplate } from '#contracts/hooks.ts';
import { marketName } from '#contracts/rules/market-name.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { Refusal } from '../../lib/errors.ts';
import { newId } from '../../lib/id.ts';
import { newToken, tokenHash } from '../../lib/token.ts';
import { presentPair } from '../markets/index.ts';
import type { HookDeps } from './deps.ts';
import { type HookRow, hooksStore } from './hooks.store.ts';
import { madeSecret } from './secret.ts';
import { seenOf, signalsStore } from './signals.store.ts';
import { storedTemplate, templateOf } from './template.ts';

const MOST_HOOKS = 20;
/** How long the previous address still works. */
const OLD_TOKEN_FOR = 10 * MINUTE;
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export const noHook = (): Refusal => new Refusal('not-found', 'There is no such hook.');

/** `token` and `secret` only right after they were made. */
type Made = { error: string; hook: null } | { error: null; hook: HookRow; token: string | null; secret?: string };
const refused = (error: string): Made => ({ error, hook: null });

/** Each pair once, by the name that the site has for it. Throws where one is not traded. */
function withPairNames({ markets }: HookDeps, template: HookTemplate): HookTemplate {
  const { market, pairs } = template;
  const names = pairs.map((name) => presentPair(market, markets.pairOf(market, name)).name);
  return { ...template, pairs: [...new Set(names)] };
}

/** PB-12: a signal bot trades its own pair, by its own settings. */
async function signalBotFault(
  { bots, markets }: HookDeps,
  userId: string,
  { signalBot = null, market, pairs, actions }: HookTemplate,
): Promise<string | null> {
  if (signalBot === null) return null;
  const symbol = await bots.signals.pairOf(userId, signalBot);
  if (symbol === null) throw new Refusal('not-found', 'There is no such signal bot.');
  if (actions.includes('targets')) return 'A signal bot has the exits of its own settings: leave out setting targets.';
  const named = pairs.map((name) => markets.pairOf(market, name).symbol);
  if (named.every((one) => one === symbol)) return null;
  const { base, counter } = markets.pairOf(market, symbol);
  return `This bot trades ${base}/${counter} only.`;
}

/** Why these settings cannot be a hook's; null where they can. */
async function templateFault(deps: HookDeps, userId: string, template: HookTemplate): Promise<string | null> {
  const { actions, bot } = template;
  const needsBot = actions.includes('bot-start') || actions.includes('bot-stop');
  if (needsBot && !bot) return 'Choose the bot that this hook starts and stops.';
  if (bot && !(await deps.bots.exists(userId, bot.botId))) throw new Refusal('not-found', 'There is no such bot.');
  const deals = await signalBotFault(deps, userId, template);
  if (deals !== null) return deals;
  if (template.perSignalUsdt.gt(template.perDayUsdt))
    return 'What a signal may spend is more than what a day may spend.';
  return null;
}

async function keyOf({ keys }: HookDeps, userId: string, { market, mainUid }: CreateHook): Promise<string | null> {
  if (mainUid === undefined) return (await keys.active(userId, market))?.keyId ?? null;
  if (!(await keys.isMain(userId, mainUid))) throw new Refusal('not-found', 'There is no such main key.');
  const key = await keys.byId(userId, mainUid);
  return key?.market === market ? key.keyId : null;
}

const recorded = async ({ audit }: HookDeps, hook: HookRow, kind: Parameters<HookDeps['audit']['record']>[1]) =>
  audit.record(hook.userId, kind, { name: templateOf(hook).name });

async function create(deps: HookDeps, userId: string, wanted: CreateHook): Promise<Made> {
  const { publicUrl, clock, db } = deps;
  if (!publicUrl.startsWith('https:') && !LOOPBACK.test(publicUrl))
    return refused('Signals are taken over https only, and this site is not served over https.');
  const { mainUid: _, ...given } = wanted;
  const template = withPairNames(deps, given);
  const fault = await templateFault(deps, userId, template);
  if (fault !== null) return refused(fault);
  const keyId = await keyOf(deps, userId, wanted);
  if (keyId === null) return refused('Add an API key of this market first, on the API page.');
  const token = newToken();
  const now = clock();
  const row = { id: newId(), template: storedTemplate(template), keyId, tokenHash: tokenHash(token) };
  const hook = await hooksStore(db, userId).add({ ...row, createdAt: now, updatedAt: now }, MOST_HOOKS);
  if (!hook) return refused(`You have ${MOST_HOOKS} hooks, which is the most. Remove one first.`);
  await recorded(deps, hook, 'hook-added');
  return { error: null, hook, token };
}

async function change(deps: HookDeps, hook: HookRow, wanted: ChangeHook): Promise<Made> {
  const { userId, id } = hook;
  const { paused } = wanted;
  const { market } = templateOf(hook);
  if (wanted.template && wanted.template.market !== market)
    return refused(`A hook trades with its key, on ${marketName(market)}. For another market add another hook.`);
  const template = wanted.template && withPairNames(deps, wanted.template);
  const fault = template ? await templateFault(deps, userId, template) : null;
  if (fault !== null) return refused(fault);
  const changed = await hooksStore(deps.db, userId).change(id, {
    ...(template ? { template: storedTemplate(template) } : {}),
    ...(paused === undefined ? {} : { paused: paused ? 'Paused by you.' : null }),
    updatedAt: deps.clock(),
  });
  if (!changed) throw noHook();
  await recorded(deps, changed, 'hook-changed');
  return { error: null, hook: changed, token: null };
}

async function renew(deps: HookDeps, hook: HookRow): Promise<Made> {
  const token = newToken();
  const now = deps.clock();
  const renewed = await hooksStore(deps.db, hook.userId).change(hook.id, {
    tokenHash: tokenHash(token),
    oldTokenHash: hook.tokenHash,
    oldTokenUntil: now + OLD_TOKEN_FOR,
    updatedAt: now,
  });
  if (!renewed) throw noHook();
  await recorded(deps, renewed, 'hook-token-made');
  return { error: null, hook: renewed, token };
}

async function renewSecret(deps: HookDeps, hook: HookRow): Promise<Made> {
  const { secret, sealed } = await madeSecret(deps, hook);
  const made = { sealedSecret: sealed, updatedAt: deps.clock() };
  const renewed = await hooksStore(deps.db, hook.userId).change(hook.id, made);
  if (!renewed) throw noHook();
  await recorded(deps, renewed, 'hook-secret-made');
  return { error: null, hook: renewed, token: null, secret };
}

async function goLive(deps: HookDeps, { userId, id }: HookRow, live: boolean): Promise<Made> {
  const { db, clock } = deps;
  if (live && !(await signalsStore(db, { userId, hookId: id }).hasDryRun()))
    return refused('First send a signal, or a test: what it would have done is shown before anything is traded.');
  const hook = await hooksStore(db, userId).change(id, { live, isNotified: false, updatedAt: clock() });
  if (!hook) throw noHook();
  await recorded(deps, hook, live ? 'hook-live' : 'hook-dry');
  return { error: null, hook, token: null };
}

/** What a person sees of hooks; `token` is in the address only right after it was made. */
export async function presentHooks(
  { db, keys, publicUrl }: HookDeps,
  userId: string,
  rows: readonly { hook: HookRow; token: string | null; secret?: string | undefined }[],
): Promise<Hook[]> {
  const seen = await seenOf(db, userId);
  return Promise.all(
    rows.map(async ({ hook, token, secret = null }) => {
      const of = seen.get(hook.id);
      const address = `${publicUrl}/hook/${hook.id}`;
      return {
        hookId: hook.id,
        url: token === null ? null : `${address}/${token}`,
        secret,
        signed: hook.sealedSecret !== null,
        shownUrl: `${address}/…`,
        template: templateOf(hook),
        mainUid: hook.keyId,
        connectorName: (await keys.byId(userId, hook.keyId))?.name ?? null,
        live: hook.live,
        paused: hook.paused,
        mayGoLive: (of?.dry ?? 0) > 0,
        createdAt: hook.createdAt,
        lastAt: of?.lastAt ?? null,
      };
    }),
  );
}

/** What a person does with hooks. Throws a Refusal where one is not there. */
export function manageHooks(deps: HookDeps) {
  async function own(userId: string, hookId: string): Promise<HookRow> {
    const hook = await hooksStore(deps.db, userId).find(hookId);
    if (!hook) throw noHook();
    return hook;
  }
  return {
    own,
    create: (userId: string, wanted: CreateHook) => create(deps, userId, wanted),
    change: (hook: HookRow, wanted: ChangeHook) => change(deps, hook, wanted),
    renew: (hook: HookRow) => renew(deps, hook),
    renewSecret: (hook: HookRow) => renewSecret(deps, hook),
    goLive: (hook: HookRow, live: boolean) => goLive(deps, hook, live),
    async remove(userId: string, hookId: string): Promise<void> {
      const removed = await hooksStore(deps.db, userId).remove(hookId);
      if (!removed) throw noHook();
      await recorded(deps, removed, 'hook-removed');
    },
  };
}
