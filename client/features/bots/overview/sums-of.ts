import type { Bot } from '#contracts/bots.ts';

type Result = NonNullable<Bot['result']>;

const added = (one: Result, other: Result): Result => ({
  currency: one.currency,
  total: one.total.plus(other.total),
  rounds: one.rounds.plus(other.rounds),
  position: one.position.plus(other.position),
});

/** What bots came to together, by currency, and how many of them have no known result. */
export function sumsOf(bots: readonly Pick<Bot, 'result'>[]): { sums: Result[]; unknown: number } {
  const known = bots.flatMap(({ result }) => result ?? []);
  const sums = new Map<string, Result>();
  for (const result of known) {
    const sum = sums.get(result.currency);
    sums.set(result.currency, sum ? added(sum, result) : result);
  }
  return { sums: [...sums.values()], unknown: bots.length - known.length };
}
