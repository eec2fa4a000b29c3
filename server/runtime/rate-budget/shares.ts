const UNIT = 1e6;

/**
 * The part of a limit that each process may use: one half is divided equally, the other by what each has used. Rounded
 * down to millionths, so that they add up to 1 at most.
 */
export function shares(uses: ReadonlyMap<string, number>): Map<string, number> {
  const total = [...uses.values()].reduce((sum, use) => sum + use, 0);
  const equal = 1 / uses.size;
  const share = (use: number) => (total === 0 ? equal : (equal + use / total) / 2);
  return new Map([...uses].map(([id, use]) => [id, Math.floor(share(use) * UNIT) / UNIT]));
}
