export type Body = Readonly<Record<string, unknown>>;

/** Deeper ones are no message of any sender. */
const DEEPEST = 8;
const NOT_JSON = 'Not JSON. In TradingView, paste the message from this page.';

function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth += 1) {
    level = level.filter((one) => typeof one === 'object' && one !== null).flatMap((one) => Object.values(one ?? {}));
    if (level.length === 0 || depth > DEEPEST) return depth;
  }
}

/** PostgreSQL keeps neither U+0000 nor half a character. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function parsed(text: string): { value: unknown; isWhole: boolean } | null {
  let isWhole = isStorable(text);
  const look = (name: string, value: unknown): unknown => {
    isWhole &&= isStorable(name) && (typeof value !== 'string' || isStorable(value));
    return value;
  };
  try {
    const value: unknown = JSON.parse(text, look);
    return { value, isWhole };
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one JSON object of a signal, or why it is none. */
export function readBody(text: string): { body: Body } | { fault: string } {
  const read = parsed(text);
  if (!read || !isObject(read.value)) return { fault: NOT_JSON };
  if (depthOf(read.value) > DEEPEST) return { fault: `A signal is nested at most ${DEEPEST} levels deep.` };
  if (!read.isWhole) return { fault: 'A signal contains a character that cannot be stored.' };
  return { body: read.value };
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
};

/** The same text for bodies that say the same: keys sorted, no spaces. */
export const canonicalText = (body: Body): string => JSON.stringify(sorted(body));

const SECRETS = new Set(['secret', 'api_secret', 'api_key']);

/** A body as its log shows it. */
export const withoutSecrets = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, SECRETS.has(name) ? '[cut]' : value]));

/** The token that a message moved over from another service carries. */
export function tokenIn({ secret, api_secret: apiSecret }: Body): string | null {
  const token = secret ?? apiSecret;
  return typeof token === 'string' ? token : null;
}
