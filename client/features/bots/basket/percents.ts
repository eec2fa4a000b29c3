/** B-1: whole percentages, each of at least this, all of them together 100. */
export const LEAST_PERCENT = 2;
export const MOST_ASSETS = 10;
const WHOLE = 100;

const sumOf = (percents: readonly number[]): number => percents.reduce((sum, percent) => sum + percent, 0);

/** Whole parts of `total` in the proportions of `weights`, each of at least LEAST_PERCENT. */
function divide(total: number, weights: readonly number[]): number[] {
  const spare = total - LEAST_PERCENT * weights.length;
  const above = weights.map((weight) => Math.max(0, weight - LEAST_PERCENT));
  const all = sumOf(above);
  const exact = above.map((weight) => (all > 0 ? (spare * weight) / all : spare / weights.length));
  const parts = exact.map(Math.floor);
  const byRest = exact
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .toSorted((one, other) => other.rest - one.rest || one.at - other.at);
  for (const { at } of byRest.slice(0, spare - sumOf(parts))) parts[at] = (parts[at] ?? 0) + 1;
  return parts.map((part) => part + LEAST_PERCENT);
}

/** The same with another percentage for one of them: the others share the rest in their proportions. */
export function withPercent(percents: readonly number[], at: number, wanted: number): number[] {
  const others = percents.filter((_, place) => place !== at);
  if (others.length === 0) return [WHOLE];
  const most = WHOLE - LEAST_PERCENT * others.length;
  const percent = Math.min(most, Math.max(LEAST_PERCENT, Math.round(wanted)));
  const rest = divide(WHOLE - percent, others);
  return percents.map((_, place) => (place === at ? percent : (rest[place < at ? place : place - 1] ?? LEAST_PERCENT)));
}

/** With one more, which takes its equal part of the whole. */
export function withOneMore(percents: readonly number[]): number[] {
  const percent = Math.floor(WHOLE / (percents.length + 1));
  return percents.length === 0 ? [WHOLE] : [...divide(WHOLE - percent, percents), percent];
}

/** Without one, whose part the others share in their proportions. */
export function without(percents: readonly number[], at: number): number[] {
  const others = percents.filter((_, place) => place !== at);
  return others.length === 0 ? [] : divide(WHOLE, others);
}
