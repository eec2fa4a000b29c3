import type { AlertField, CreateAlert, Informing, Made, UpdateAlert } from '#contracts/alerts.ts';
import type { Condition } from '#contracts/alert-conditions.ts';
import { seriesName } from '#contracts/rules/condition-text.ts';
import type { ReplacedChange } from '#contracts/live.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { decimals } from '../../lib/decimal.ts';
import { Refusal } from '../../lib/errors.ts';
import { clockTimeFault, nextDue } from '../../domain/conditions/clock-time.ts';
import { newId } from '../../lib/id.ts';
import type { AddFault, AlertChange, alertsStore, AlertRow } from './alerts.store.ts';
import { mergeChange, type Merged } from './merge-change.ts';

/** K-12, K-10: of a person; of these on conditions; and different indicators of one pair and length, of all people. */
const LIMITS = { alerts: 500, conditions: 100, series: 32 };
/** Of a price changed in the row; a new alert's has as many as the pair. */
const MOST_DECIMALS = 8;

type Store = ReturnType<typeof alertsStore>;

interface PairInfo {
  name: string;
  simpleName: string;
  counterRound: number;
}
export type FindPair = (market: Market, name: string) => PairInfo | null;

/** Of an alert on listings. */
const NO_PAIR: PairInfo = { name: '', simpleName: '', counterRound: 0 };

/** A saved alert, or the sentence that says why not. */
export type Saved = { alert: AlertRow; error: null } | Refused;
type Refused = { alert: null; error: string };

const refuse = (error: string): Refused => ({ alert: null, error });
const tooPrecise = (price: Big, most: number): string | null =>
  decimals(price) > most ? `This price may have ${most} decimals at most.` : null;

const comesOnce = (condition: Condition | null | undefined): boolean =>
  condition?.kind === 'time' && condition.time.kind === 'once';
const ONCE = 'A time that comes once fires only once: choose some days instead, or ONLY_ONCE.';

function conditionFault(
  condition: Condition,
  { informing, now }: { informing: Informing; now: number },
): string | null {
  if (comesOnce(condition) && informing === 'ALWAYS') return ONCE;
  if (condition.kind === 'time') return clockTimeFault(condition.time, now);
  const isOver = condition.kind === 'trendline' && condition.until <= now;
  return isOver ? 'This line has ended. Choose a later time.' : null;
}

const dueOf = (condition: Condition | null, after: number): number | null =>
  condition?.kind === 'time' ? nextDue(condition.time, after) : null;

function sentenceOf(of: AddFault): string {
  if (of.fault === 'alerts')
    return `You have ${LIMITS.alerts} alerts, which is the most. Delete some that you no longer need.`;
  if (of.fault === 'conditions')
    return `You have ${LIMITS.conditions} alerts on other conditions than a price, which is the most. Delete some that you no longer need.`;
  return `This pair has ${LIMITS.series} different indicators here already. Choose one of these lengths: ${of.series?.join('; ')}.`;
}

interface Place {
  market: Market;
  symbol: string | undefined;
  condition: Condition | null;
}

const placeOf = (findPair: FindPair, { market, symbol, condition }: Place): PairInfo | null =>
  condition?.kind === 'listing' ? NO_PAIR : findPair(market, symbol ?? '');

export async function addAlert(
  { store, findPair, now }: { store: Store; findPair: FindPair; now: number },
  { market, symbol, then: calls = null, ...wanted }: CreateAlert,
): Promise<Saved> {
  const condition = wanted.condition ?? null;
  const pair = placeOf(findPair, { market, symbol, condition });
  if (!pair) return refuse('Coin pair incorrect. Choose again');
  const fault = wanted.price && tooPrecise(wanted.price, pair.counterRound);
  if (fault) return refuse(fault);
  const late = condition && conditionFault(condition, { informing: wanted.informing, now });
  if (late) return refuse(late);
  const series = condition && seriesName(condition);
  const times = { armedAt: now, dueAt: dueOf(condition, now), createdAt: now, sortedAt: now };
  const names = { id: newId(), market, symbol: pair.simpleName, pair: pair.name };
  const added = await store.add({ ...names, ...wanted, calls, condition, series, ...times }, LIMITS);
  return 'fault' in added ? refuse(sentenceOf(added)) : { alert: added.alert, error: null };
}

/** Younger than this, a change did not wait for a connection. */
const WAITED_MS = 5_000;

/** By our clock: how long ago a device made its change is all that its own clock is asked for. */
function madeAt({ at, sentAt }: Made, now: number): number {
  return now - Math.max(0, sentAt - at);
}

/** A changed alert, the fields that a newer change kept, and what the person's other pages have to know of it. */
export type Changed = { alert: AlertRow; error: null; lost: AlertField[]; replaced: ReplacedChange | null } | Refused;

/** Of a change that waited: what it took from changes that were made meanwhile. */
function replacedBy(
  { id, at }: { id: string; at: number },
  now: number,
  { alert, merged }: { alert: AlertRow; merged: Merged },
) {
  if (now - at < WAITED_MS || merged.replaced.length === 0 || alert.pair === '') return null;
  return { changeId: id, symbol: alert.pair, fields: merged.replaced };
}

/** These decide when an alert fires, and how often. */
const FIRING_FIELDS = ['price', 'type', 'informing', 'active'] as const;

/** K-10: throws where an alert that is switched on would be one series too many. */
async function requireSeries(
  found: AlertRow,
  { active }: AlertChange,
  readOthers: () => Promise<string[]>,
): Promise<void> {
  const series = active === true && !found.active ? await readOthers() : [];
  if (series.length >= LIMITS.series) throw new Refusal('malformed', sentenceOf({ fault: 'series', series }));
}

interface ChangeDeps {
  store: Store;
  now: number;
  /** Throws where the caller may not trade. */
  requireTrade: () => void;
}

export async function changeAlert(
  { store, now, requireTrade }: ChangeDeps,
  { id, made, ...wanted }: UpdateAlert,
): Promise<Changed> {
  const fault = wanted.price && tooPrecise(wanted.price, MOST_DECIMALS);
  if (fault) return refuse(fault);
  const by = made ? { id: made.id, at: madeAt(made, now), now } : { id: newId(), at: now, now };
  let merged: Merged = { change: {}, lost: [], replaced: [] };
  const alert = await store.change(id, async (found, readOthers) => {
    if (found.calls && FIRING_FIELDS.some((field) => wanted[field] !== undefined)) requireTrade();
    const isMoved = wanted.price !== undefined || wanted.type !== undefined;
    if (found.condition && isMoved)
      throw new Refusal('malformed', 'This alert waits for a condition. Add another one.');
    if (comesOnce(found.condition) && wanted.informing === 'ALWAYS') throw new Refusal('malformed', ONCE);
    merged = mergeChange(found, wanted, by);
    const { change } = merged;
    await requireSeries(found, change, readOthers);
    if (found.condition?.kind !== 'time' || change.armedAt === undefined) return change;
    const dueAt = dueOf(found.condition, change.armedAt);
    if (dueAt === null) throw new Refusal('malformed', 'This time is over. Add another alert.');
    return { ...change, dueAt };
  });
  if (!alert) throw new Refusal('not-found', 'This alert is gone.');
  return { alert, error: null, lost: merged.lost, replaced: replacedBy(by, now, { alert, merged }) };
}
