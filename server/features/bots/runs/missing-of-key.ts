import type { Big } from 'big.js';
import { isolated } from '#contracts/rules/isolated.ts';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { keptFree } from '../../../domain/strategies/rounds/kept-free.ts';
import { missingByRun } from '../../../domain/strategies/rounds/missing.ts';
import { worthTaken } from '../../../domain/strategies/rounds/run-facts.ts';
import type { Amounts } from '../../../domain/strategies/rounds/run-books.ts';
import type { Balance } from '../../../exchanges/exchange.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { BotDeps } from '../deps.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import { keptOfRun } from './kept-of-run.ts';
import { factsOf, purseFacts } from './run-facts.ts';
import type { LetGo } from './missing.store.ts';
import { type RunRow, runsStore, type StoredRun } from './runs.store.ts';

export interface KeyOf {
  userId: string;
  key: OpenKey;
}

/** C-18: what belongs to a run and is not free on its key any more. */
export interface RunMissing extends Amounts {
  stored: StoredRun;
  pair: ExchangePair;
}

type MissingDeps = Pick<BotDeps, 'db' | 'markets'>;

interface Kept {
  stored: StoredRun;
  asset: string;
  amount: Big;
}

const DECIMALS = 8;

const nameOf = ({ stored, asset }: Kept): string => `${stored.run.id} ${asset}`;

async function keptOn({ db, markets }: MissingDeps, { userId, key }: KeyOf): Promise<Kept[]> {
  const runs = await runsStore(db, userId).activeOfKey(key.keyId);
  return runs.flatMap((stored) =>
    keptOfRun(markets, stored).map(({ asset, amount: kept }) => ({ stored, asset, amount: kept })),
  );
}

/** What was traded between two readings is in one of them only: the smaller one is what the balance answers. */
function smaller(before: readonly Kept[], after: readonly Kept[]): Kept[] {
  const earlier = new Map(before.map((kept) => [nameOf(kept), kept.amount]));
  return after.map((kept) => ({ ...kept, amount: min(kept.amount, earlier.get(nameOf(kept)) ?? ZERO) }));
}

function byRun({ markets }: MissingDeps, kept: readonly Kept[], free: ReadonlyMap<string, Big>): RunMissing[] {
  const missing = new Map<string, ReadonlyMap<string, Big>>();
  for (const [asset, all] of Map.groupBy(kept, (one) => one.asset)) {
    const runs = all.map(({ stored: { run }, amount: of }) => ({
      runId: run.id,
      amount: of,
      isAsked: run.missing !== null,
    }));
    missing.set(asset, missingByRun(runs, free.get(asset) ?? ZERO));
  }
  const runs = new Map(kept.map(({ stored }) => [stored.run.id, stored]));
  return [...runs.values()].flatMap((stored) => {
    const { run } = stored;
    const pair = run.engine === 'basket' ? null : markets.findPastPair(run.market as Market, run.symbol);
    const of = (asset: string): Big => missing.get(asset)?.get(run.id) ?? ZERO;
    const [base, counter] = pair ? [of(pair.base), of(pair.counter)] : [ZERO, ZERO];
    return pair && base.plus(counter).gt(0) ? [{ stored, pair, base, counter }] : [];
  });
}

/**
 * C-5, C-18: by the exchange's own word of now, between two readings of what is written here. Null while it does not say.
 * A basket looks by itself; what it keeps counts.
 */
export async function missingOfKey(
  deps: MissingDeps,
  of: KeyOf,
  learn: (balances: readonly Balance[]) => void = () => {},
): Promise<RunMissing[] | null> {
  const before = await keptOn(deps, of);
  if (before.length === 0) return [];
  const answer = await deps.markets.exchange(of.key.market).balances(of.key.credentials, 'order');
  if (answer.outcome !== 'ok') return null;
  learn(answer.value);
  const free = new Map(answer.value.map((balance) => [balance.asset, balance.free]));
  return byRun(deps, smaller(before, await keptOn(deps, of)), free);
}

/** Of a run that ends, a part of a step is enough for its last order to be refused. */
function endsShort({ base, counter }: Amounts, { stored, pair }: Pick<RunMissing, 'stored' | 'pair'>): boolean {
  const { state, engine, ending } = stored.run;
  if (state !== 'stopping' || engine !== 'rounds') return false;
  const kept = keptFree(factsOf(stored, pair)).base;
  const sells = (amount: Big): Big => floorTo(pair.step, max(ZERO, amount));
  return ending === 'buy-back' ? counter.gt(0) : ending === 'sell' && sells(kept.minus(base)).lt(sells(kept));
}

/** Less than a step, or what a step costs, is missing to no order. */
export function isWorthAsking(
  { base, counter }: Amounts,
  { stored, pair }: Pick<RunMissing, 'stored' | 'pair'>,
): boolean {
  if (endsShort({ base, counter }, { stored, pair })) return true;
  return base.gte(pair.step) || counter.gte(pair.step.times(stored.run.marketPrice));
}

/** Both times, or not at all. */
export const inBoth = (one: Amounts, other: Amounts): Amounts => ({
  base: min(one.base, other.base),
  counter: min(one.counter, other.counter),
});

/** How much more is missing than its owner knows. */
export const beyond = (found: Amounts, known: Amounts | null): Amounts => ({
  base: max(ZERO, found.base.minus(known?.base ?? 0)),
  counter: max(ZERO, found.counter.minus(known?.counter ?? 0)),
});

const shown = (value: Big): string => wireAmount(value.round(DECIMALS, 0)).toFixed();

/** '96.9 XRP and 12.5 USDT'. */
export function amountsText({ base, counter }: Amounts, pair: Pick<ExchangePair, 'base' | 'counter'>): string {
  const parts = [
    base.gt(0) ? `${shown(base)} ${pair.base}` : null,
    counter.gt(0) ? `${shown(counter)} ${pair.counter}` : null,
  ];
  return parts.filter((part) => part !== null).join(' and ');
}

/** What its owner is asked. */
export const missingText = (missing: RunMissing, { name }: Pick<OpenKey, 'name'>): string =>
  `${amountsText(missing, missing.pair)} of it are not free on ${isolated(name)} any more: withdrawn, traded or bound there. Go on with what is left, or stop it.`;

/** At this price. */
export const letGoAt = (run: RunRow, { base, counter }: Amounts, price: Big): LetGo => ({
  base,
  counter,
  worth: worthTaken(purseFacts(run), { base, counter }, price),
});
