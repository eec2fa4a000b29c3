/** What was found, and the name of its version: another name after any change of what is stored of it. */
export interface RowVersion {
  id: string;
  version: string;
}

interface Source<Row> {
  /** Those of an owner that are there. */
  read: (owner: string, ids: readonly string[]) => Promise<Row[]>;
  idOf: (row: Row) => string;
  /** How many are kept, of all people together. */
  most: number;
}

const placeOf = (owner: string, id: string): string => `${owner} ${id}`;

/**
 * What was read last, used again while PostgreSQL names the same version of it. A version is named before its rows are
 * read, so that they may be newer than the version that they are kept under, never older.
 */
export function keptRows<Row>({ read, idOf, most }: Source<Row>) {
  const kept = new Map<string, { version: string; row: Row }>();

  function keep(place: string, of: { version: string; row: Row }): void {
    kept.delete(place);
    kept.set(place, of);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  }

  function recall(owner: string, { id, version }: RowVersion): Row | null {
    const known = kept.get(placeOf(owner, id));
    if (known?.version !== version) return null;
    keep(placeOf(owner, id), known);
    return known.row;
  }

  /** What one person has of it, in the order in which it was found. */
  return async (owner: string, found: readonly RowVersion[]): Promise<Row[]> => {
    const rows = new Map(found.map((each) => [each.id, recall(owner, each)]));
    const versions = new Map(found.filter(({ id }) => !rows.get(id)).map(({ id, version }) => [id, version]));
    const missing = versions.size > 0 ? await read(owner, [...versions.keys()]) : [];
    for (const row of missing) {
      const id = idOf(row);
      rows.set(id, row);
      const version = versions.get(id);
      if (version !== undefined) keep(placeOf(owner, id), { version, row });
    }
    return [...rows.values()].filter((row) => row !== null);
  };
}
