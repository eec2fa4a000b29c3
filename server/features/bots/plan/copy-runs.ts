import type { Big } from 'big.js';
import type { CopyPreview, FieldNote } from '#contracts/bot-preview.ts';
import { type BotPlan, opensDeals, type RoundsPlan } from '#contracts/bot-settings.ts';
import { min, ZERO } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { copyCapital, leastFree, withinLimits } from '../../../domain/strategies/rounds/copy-capital.ts';
import type { RunPlan } from '../../../domain/strategies/rounds/plan-run.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import type { CopyKey, OpenKey } from '../../keys/index.ts';
import { freeBeside, keptOf } from '../bot-claims.ts';
import type { BotDeps } from '../deps.ts';
import { runsStore } from '../runs/runs.store.ts';
import { checkPlan } from './check-plan.ts';
import { amountText, pairName } from './field-note.ts';
import { amountField, amountOf, withAmount } from './plan-amount.ts';
import type { PreparedBot } from './prepare-bot.ts';

/** How long balances are waited for, ms. */
const PATIENCE = 2000;
const OUT_OF_USE = 'This key is out of use.';

/** C-3: the run of a copy key. */
export interface CopyRun {
  copy: CopyKey;
  key: OpenKey | null;
  /** In the currency that the main key gives. */
  given: Big;
  /** Null where it gets none; `skipped` says why. */
  run: RunPlan | null;
  fee: Big;
  skipped: string | null;
}

interface Main {
  userId: string;
  plan: RoundsPlan;
  prepared: PreparedBot;
}

/** What the run is given in: the asset that its first orders spend. */
function spent({ prepared: { pair, run } }: Main): 'base' | 'counter' {
  return run && pair && run.given.counter.eq(0) ? 'base' : 'counter';
}

async function freeOf(
  { keys, claims }: BotDeps,
  { userId, prepared: { pair } }: Main,
  of: { keyId: string; side: 'base' | 'counter' },
) {
  const balances = await keys.balances.within(PATIENCE, userId, of.keyId);
  if (!balances) return null;
  const asset = pair[of.side];
  return freeBeside(balances.free.get(asset) ?? ZERO, keptOf(await claims.kept(userId, of.keyId), asset));
}

/** USDT for one unit of what the amount is typed in; null while not known. */
function usdtOf({ markets }: BotDeps, { plan, prepared: { pair, key, context } }: Main): Big | null {
  const counter = markets.usdtOf(key.market, pair.counter);
  if (!counter || !context) return null;
  return amountField(plan) === 'coins' ? counter.times(context.market) : counter;
}

/** Why this key cannot have a run, whatever it has free. */
async function keyFault(deps: BotDeps, { userId, prepared: { pair } }: Main, copy: CopyKey): Promise<string | null> {
  if (copy.disabledReason !== null) return OUT_OF_USE;
  if (!copy.inProcess) return 'This key does not copy at the moment.';
  const active = await runsStore(deps.db, userId).activeOfKey(copy.id);
  const other = active.find(({ run }) => run.symbol === pair.symbol);
  return other ? `${isolated(other.bot.name)} already works on ${pairName(pair)} with this key.` : null;
}

interface Sized {
  given: Big;
  mainFree: Big;
}

/** How much a copy key gives: the main key's share of what is free, at most what it has and what its owner allows. */
async function sizeOf(deps: BotDeps, main: Main, copy: CopyKey): Promise<Sized | string> {
  const side = spent(main);
  const { free: mainFree } = main.prepared;
  const free = await freeOf(deps, main, { keyId: copy.id, side });
  const asset = main.prepared.pair[side];
  if (!mainFree?.[side].gt(0)) return `The main key's free ${asset} is not known right now.`;
  if (!free) return `This key's free ${asset} is not known right now.`;
  const usdt = usdtOf(deps, main);
  if ((copy.ceiling ?? copy.fixed) && !usdt)
    return `The price of ${asset} in USDT is not known, and this key's rule is in USDT.`;
  const share = copyCapital(
    { capital: amountOf(main.plan), free: mainFree[side] },
    { free, multiplier: copy.multiplier },
  );
  const most =
    side === 'base' && amountField(main.plan) === 'invest' ? free.times(main.prepared.context?.market ?? ZERO) : free;
  return { given: withinLimits(min(share, most), { ...copy, usdt }), mainFree: mainFree[side] };
}

/** what would do, where it is too little. */
function tooLittle(main: Main, { copy, mainFree }: { copy: CopyKey; mainFree: Big }, least: Big | null): string {
  const asset = main.prepared.pair[spent(main)];
  if (!least) return 'This is too little for its orders.';
  const enough = leastFree({ capital: amountOf(main.plan), free: mainFree }, least, copy.multiplier);
  return copy.fixed
    ? `This key gives too little: its run needs ${amountText(least)} ${asset}.`
    : `This key needs ${amountText(enough)} ${asset} free.`;
}

/** What stands against a plan of this size: the amount, with what would do, or something else. */
function planFault(
  main: Main,
  { copy, mainFree }: { copy: CopyKey; mainFree: Big },
  refusals: readonly FieldNote[],
): string | null {
  const [refusal] = refusals;
  if (!refusal) return null;
  const field = `settings.${amountField(main.plan)}`;
  return refusal.field === field || refusal.nearest?.field === field
    ? tooLittle(main, { copy, mainFree }, refusal.nearest?.value ?? null)
    : refusal.text;
}

/** What so much makes of the bot's settings with this key's fees. */
async function plannedCopy(deps: BotDeps, main: Main, { copy, given, mainFree }: Sized & { copy: CopyKey }) {
  const { userId, plan, prepared } = main;
  const { pair, key, context } = prepared;
  const of = { userId, keyId: copy.id, market: key.market, symbol: pair.symbol };
  const fee = (await deps.marketContext.of(of, { needsFee: true }))?.fee ?? prepared.fee;
  if (!context || given.eq(0)) return { fee, run: null, fault: tooLittle(main, { copy, mainFree }, null) };
  const { run, refusals } = checkPlan(withAmount(plan, given), { ...context, rules: { ...context.rules, fee } });
  const fault = planFault(main, { copy, mainFree }, refusals);
  return { fee, run: fault === null ? run : null, fault };
}

async function copyRun(deps: BotDeps, main: Main, copy: CopyKey): Promise<CopyRun> {
  const none = { copy, key: null, given: ZERO, run: null, fee: ZERO };
  const fault = await keyFault(deps, main, copy);
  if (fault !== null) return { ...none, skipped: fault };
  const sized = await sizeOf(deps, main, copy);
  if (typeof sized === 'string') return { ...none, skipped: sized };
  const key = await deps.keys.byId(main.userId, copy.id);
  if (!key) return { ...none, skipped: OUT_OF_USE };
  const { fee, run, fault: skipped } = await plannedCopy(deps, main, { copy, ...sized });
  return { copy, key, given: sized.given, run, fee, skipped };
}

/** C-3: a run of its own for each copy key of the group, with the same prices and its own money. Deals are copied as blocks are. */
export async function copyRuns(deps: BotDeps, of: Omit<Main, 'plan'> & { plan: BotPlan }): Promise<CopyRun[]> {
  const { plan } = of;
  if (!of.prepared.run || opensDeals(plan)) return [];
  const main: Main = { ...of, plan };
  const copies = await deps.keys.copies(main.userId, main.prepared.key.keyId);
  return Promise.all(copies.map((copy) => copyRun(deps, main, copy)));
}

export const presentCopy = ({ copy, given, skipped }: CopyRun): CopyPreview => ({
  uid: copy.id,
  connectorName: copy.name,
  given: wireAmount(given),
  skipped,
});
