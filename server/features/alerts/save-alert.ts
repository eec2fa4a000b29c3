import type { CreateAlert, UpdateAlert } from '#contracts/alerts.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { decimals } from '../../lib/decimal.ts';
import { Refusal } from '../../lib/errors.ts';
import { newId } from '../../lib/id.ts';
import type { AlertChange, alertsStore, AlertRow } from './alerts.store.ts';

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
export type Saved = { alert: AlertRow; error: null } | { alert: null; error: string };

const refuse = (error: string): Saved => ({ alert: null, error });
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

/** A new price or type arms it again, and so does switching it on. */
function decide(alert: AlertRow, wanted: Omit<UpdateAlert, 'id'>, now: number): AlertChange {
  const moved =
    (wanted.price !== undefined && !wanted.price.eq(alert.price)) ||
    (wanted.type !== undefined && wanted.type !== alert.type);
  const active = wanted.active ?? (moved ? true : alert.active);
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as AlertChange;
  const arms = active && (moved || !alert.active);
  if (!arms) return { ...given, active };
  return { ...given, active, executed: false, seen: false, armedSeq: alert.armedSeq + 1, armedAt: now };
}

export async function changeAlert(
  { store, now }: { store: Store; now: number },
  { id, ...wanted }: UpdateAlert,
): Promise<Saved> {
  const fault = wanted.price && tooPrecise(wanted.price, MOST_DECIMALS);
  if (fault) return refuse(fault);
  const alert = await store.change(id, (found) => decide(found, wanted, now));
  if (!alert) throw new Refusal('not-found', 'This alert is gone.');
  return { alert, error: null };
}
