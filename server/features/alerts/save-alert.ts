import type { AlertField, CreateAlert, Made, UpdateAlert } from '#contracts/alerts.ts';
import type { ReplacedChange } from '#contracts/live.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { decimals } from '../../lib/decimal.ts';
import { Refusal } from '../../lib/errors.ts';
import { newId } from '../../lib/id.ts';
import type { alertsStore, AlertRow } from './alerts.store.ts';
import { mergeChange, type Merged } from './merge-change.ts';

const MOST_ALERTS = 500;
/** Of a price changed in the row; a new alert's has as many as the pair. */
const MOST_DECIMALS = 8;

type Store = ReturnType<typeof alertsStore>;

interface PairInfo {
  name: string;
  simpleName: string;
  counterRound: number;
}
export type FindPair = (market: Market, name: string) => PairInfo | null;

/** A saved alert, or the sentence that says why not. */
export type Saved = { alert: AlertRow; error: null } | Refused;
type Refused = { alert: null; error: string };

const refuse = (error: string): Refused => ({ alert: null, error });
const tooPrecise = (price: Big, most: number): string | null =>
  decimals(price) > most ? `This price may have ${most} decimals at most.` : null;

export async function addAlert(
  { store, findPair, now }: { store: Store; findPair: FindPair; now: number },
  { market, symbol, ...wanted }: CreateAlert,
): Promise<Saved> {
  const pair = findPair(market, symbol);
  if (!pair) return refuse('Coin pair incorrect. Choose again');
  const fault = tooPrecise(wanted.price, pair.counterRound);
  if (fault) return refuse(fault);
  const times = { armedAt: now, createdAt: now, sortedAt: now };
  const names = { id: newId(), market, symbol: pair.simpleName, pair: pair.name };
  const alert = await store.add({ ...names, ...wanted, ...times }, MOST_ALERTS);
  return alert
    ? { alert, error: null }
    : refuse(`You have ${MOST_ALERTS} alerts, which is the most. Delete some that you no longer need.`);
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
  if (now - at < WAITED_MS || merged.replaced.length === 0) return null;
  return { changeId: id, symbol: alert.pair, fields: merged.replaced };
}

export async function changeAlert(
  { store, now }: { store: Store; now: number },
  { id, made, ...wanted }: UpdateAlert,
): Promise<Changed> {
  const fault = wanted.price && tooPrecise(wanted.price, MOST_DECIMALS);
  if (fault) return refuse(fault);
  const by = made ? { id: made.id, at: madeAt(made, now), now } : { id: newId(), at: now, now };
  let merged: Merged = { change: {}, lost: [], replaced: [] };
  const alert = await store.change(id, (found) => {
    merged = mergeChange(found, wanted, by);
    return merged.change;
  });
  if (!alert) throw new Refusal('not-found', 'This alert is gone.');
  return { alert, error: null, lost: merged.lost, replaced: replacedBy(by, now, { alert, merged }) };
}
