import type { AlertField, UpdateAlert } from '#contracts/alerts.ts';
import { Big } from 'big.js';
import type { AlertChange, AlertRow } from './alerts.store.ts';

/** Who changes an alert, and when by our clock, UTC epoch ms. */
export interface Change {
  id: string;
  at: number;
  now: number;
}

export type Fields = Omit<UpdateAlert, 'id' | 'made'>;

export interface Merged {
  change: AlertChange;
  /** Fields that a newer change has set already. */
  lost: AlertField[];
  /** Fields that this change took from another one. */
  replaced: AlertField[];
}

const same = (one: unknown, other: unknown): boolean =>
  one instanceof Big && other instanceof Big ? one.eq(other) : one === other;

/** When a field was changed last. Switching on also competes with the firing that switched the alert off. */
function changedAt(alert: AlertRow, field: AlertField): number {
  const changed = alert.changes[field]?.at ?? -Infinity;
  const fired = field === 'active' && alert.executed && !alert.active ? (alert.executedAt ?? 0) : -Infinity;
  return Math.max(changed, fired);
}

/** The fields that this change sets, and those that it lost to a newer one. What it set before it does not set again. */
function compare(alert: AlertRow, wanted: Fields, { id, at }: Change): { taken: AlertField[]; lost: AlertField[] } {
  const given = (Object.keys(wanted) as AlertField[]).filter((field) => wanted[field] !== undefined);
  const fresh = given.filter((field) => alert.changes[field]?.id !== id);
  const isOlder = (field: AlertField) => at < changedAt(alert, field);
  return {
    taken: fresh.filter((field) => !isOlder(field)),
    lost: fresh.filter((field) => isOlder(field) && !same(wanted[field], alert[field])),
  };
}

/** A new price or type arms an alert again, and so does switching it on. Of two changes of a field the newer is kept. */
export function mergeChange(alert: AlertRow, wanted: Fields, by: Change): Merged {
  const { taken, lost } = compare(alert, wanted, by);
  if (taken.length === 0) return { change: {}, lost, replaced: [] };
  const given = Object.fromEntries(taken.map((field) => [field, wanted[field]])) as Fields;
  const differs = (field: AlertField) => taken.includes(field) && !same(given[field], alert[field]);
  const moved = differs('price') || differs('type');
  const active = given.active ?? (moved ? true : alert.active);
  const set = moved && !taken.includes('active') ? [...taken, 'active' as const] : taken;
  const changes = { ...alert.changes, ...Object.fromEntries(set.map((field) => [field, { at: by.at, id: by.id }])) };
  const replaced = taken.filter((field) => differs(field) && alert.changes[field] !== undefined);
  const change: AlertChange = { ...(given as AlertChange), active, changes };
  if (!active || !(moved || !alert.active)) return { change, lost, replaced };
  const armed = { executed: false, seen: false, armedSeq: alert.armedSeq + 1, armedAt: by.now };
  return { change: { ...change, ...armed }, lost, replaced };
}
