/** W-14: bytes of a body at most. */
export const MOST_BYTES = 20_000;
/** Characters of a text of a body that is too long. */
const LONGEST_TEXT = 2_000;

interface Event {
  type: string;
  /** When it happened, UTC epoch ms. */
  at: number;
  data: Readonly<Record<string, unknown>>;
}

const shortened = (value: unknown, most: number): unknown => {
  if (typeof value !== 'string') return value;
  const letters = Array.from(value);
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : value;
};

/** W-14: an event as it is signed and sent; where it would be too long its texts are shortened. */
export function bodyOf({ type, at, data }: Event): string {
  const timestamp = new Date(at).toISOString();
  let body = JSON.stringify({ type, timestamp, data });
  for (let most = LONGEST_TEXT; Buffer.byteLength(body) > MOST_BYTES && most >= 1; most /= 2) {
    const texts = Object.entries(data).map(([name, value]) => [name, shortened(value, Math.floor(most))]);
    body = JSON.stringify({ type, timestamp, data: Object.fromEntries(texts) });
  }
  return body;
}
