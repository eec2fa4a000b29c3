interface Amounts {
  traded: string | null;
  missing: string | null;
  price: string | null;
  asset: string;
  side: unknown;
  kind: unknown;
  earns: unknown;
}

const NEXT = 'Adopt it, release it, or keep the block where these were other coins.';

const FOUND =
  'Its orders were found on the exchange without a row, as after a restore. Adopt them to go on, or release them.';
const EARNS: Record<string, string> = {
  counter: ' By its targets it earns counter currency.',
  base: ' By its targets it earns base currency.',
  unknown: ' Which currency it earns is not known: adopted, it earns counter currency.',
};

/** What was found of a position's coins on the exchange; null where the event names no amount. */
export function changeText({ traded, missing, price, asset, side, kind, earns }: Amounts): string | null {
  if (kind === 'order-found') return FOUND + (EARNS[String(earns)] ?? '');
  const done = side === 'buy' ? 'bought' : 'sold';
  if (traded !== null)
    return `${traded} ${asset} were ${done} on the exchange directly${price === null ? '' : `, at ${price}`}. ${NEXT}`;
  if (missing === null) return null;
  return `${missing} ${asset} of what it holds are not on the exchange any more. Adopt it or release it.`;
}
