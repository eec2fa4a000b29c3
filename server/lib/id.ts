import { randomUUIDv7 } from 'node:crypto';

/** UUIDv7: sorts by time of creation, but not within a millisecond. */
export const newId = (): string => randomUUIDv7();

/** Rows written together, with ids that sort in their order. */
export function withIds<Row extends object>(rows: readonly Row[]): (Row & { id: string })[] {
  const ids = rows.map(newId).toSorted();
  return rows.map((row, at) => ({ ...row, id: ids[at] ?? newId() }));
}
