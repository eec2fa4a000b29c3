interface Decimal {
  eq: (other: unknown) => boolean;
  toFixed: () => string;
}

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'c' in value && 'eq' in value && 'toFixed' in value;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function shareList(before: unknown[], after: unknown[]): unknown[] {
  const shared = after.map((item, at) => share(before[at], item));
  return before.length === after.length && shared.every((item, at) => item === before[at]) ? before : shared;
}

function shareObject(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const shared = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, share(before[name], value)]));
  const names = Object.keys(shared);
  const same =
    names.length === Object.keys(before).length &&
    names.every((name) => name in before && shared[name] === before[name]);
  return same ? before : shared;
}

/** Structural sharing that compares decimals by value, so that only changed parts render again. */
export function share(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (isDecimal(before) && isDecimal(after)) return before.eq(after) ? before : after;
  if (Array.isArray(before) && Array.isArray(after)) return shareList(before, after);
  if (isPlain(before) && isPlain(after)) return shareObject(before, after);
  return after;
}
