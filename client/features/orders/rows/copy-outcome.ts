import type { OrderBlock } from '#contracts/order-block.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { isOver } from '#contracts/rules/block-words.ts';
import { copiedText, hasFailed } from '../figures/block-state.ts';

/** Why the server skipped a copy, in a word or two; its sentence is in `statusReason`. */
const SHORT: Readonly<Record<string, string>> = {
  BELOW_MIN: 'too small',
  CEILING_BELOW_MIN: 'its maximum is too small',
  NO_BALANCE: 'no balance',
  BALANCE_UNKNOWN: 'balance not known',
  MAIN_BALANCE_UNKNOWN: "main key's balance not known",
  PRICE_UNKNOWN: 'price not known',
  OVER_LIMIT: 'over your limit',
  KEY_DISABLED: 'key not in use',
  SKIP_NOT_COMPARED: 'key being checked',
  LOSS_LIMIT: 'loss limit reached',
  LATE: 'seen too late',
  DRIFTED: 'the price has moved',
};

/** Words of an exchange's refusal, the first that is found. */
const REFUSALS: readonly (readonly [sign: RegExp, reason: string])[] = [
  // One sentence for a key, its rights and its addresses: which of them it was is not known.
  [/does not (accept|know) this API key/, 'key not accepted'],
  [/\bIP\b/, 'IP'],
  [/balance|insufficient|funds/i, 'balance'],
  [/minimum|too small|under the/i, 'too small'],
  [/price/i, 'price'],
];

function briefly({ skipCode, statusReason }: OrderBlock): string | null {
  const skipped = skipCode === null ? undefined : SHORT[skipCode];
  if (skipped !== undefined) return skipped;
  return REFUSALS.find(([sign]) => statusReason !== null && sign.test(statusReason))?.[1] ?? null;
}

const WORDS: Partial<Record<OrderBlock['status'], string>> = { skipped: 'skipped', rejected: 'refused' };

function failureOf(copy: OrderBlock): string {
  const word = copy.interference !== null && !isOver(copy) ? 'changed on the exchange' : WORDS[copy.status];
  const reason = briefly(copy);
  return `${isolated(copy.connectorName)} ${word ?? 'needs attention'}${reason === null ? '' : ` (${reason})`}`;
}

/** Named one by one; of more, how many. */
const NAMED = 3;

/** '6 of 8 copied; Mum skipped (too small), Fund refused (IP)'; null if none has failed. */
export function copyOutcome(copies: readonly OrderBlock[]): string | null {
  const failed = copies.filter(hasFailed);
  if (failed.length === 0) return null;
  const named = failed.slice(0, NAMED).map(failureOf);
  const more = failed.length - named.length;
  return `${copiedText(copies)}; ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
