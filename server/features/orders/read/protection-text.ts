import { marketName } from '#contracts/rules/market-name.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ProtectionFault } from '../../../domain/exits/protection.ts';

interface FaultContext {
  market: Market;
  /** What the exchange said of the order that failed last; null where nothing did. */
  reason: string | null;
}

const TEXTS: Record<ProtectionFault, (exchange: string) => string> = {
  halted: (exchange) => `Trading of this pair is halted on ${exchange}. Tandem acts when it resumes.`,
  'too-small': (exchange) => `It is too small to sell: ${exchange} takes no order of this value.`,
  unconfirmed: (exchange) => `${exchange} has not confirmed an order. Tandem looks it up and acts on the answer.`,
  failing: () => 'The sale did not get through. Tandem tries again until it is sold.',
  closing: () => 'It is being sold at market.',
  placing: () => 'Its targets are being placed.',
  undecided: (exchange) => `It was changed on ${exchange} directly. Adopt the change or release the position.`,
  'in-doubt': (exchange) =>
    `It was changed on ${exchange} directly. Its stop loss sells only what can still be there, until you adopt the change, release the position or keep it.`,
  'no-price': (exchange) => `${exchange} sends no price now, so nothing can be watched.`,
  delayed: (exchange) => `${exchange} sends no trades of this pair, so its price cannot be watched.`,
  'resting-only': (exchange) => `${exchange} fills no orders at once in this pair now, so nothing could be sold.`,
  'not-compared': (exchange) => `Not compared with ${exchange} since a restart or a lost connection.`,
};

/** Why a position is not protected, or why that is not known, for a person. */
export function faultText(fault: ProtectionFault | null, { market, reason }: FaultContext): string {
  const text = fault ? TEXTS[fault](marketName(market)) : 'Its targets are not held.';
  return reason && fault !== 'too-small' ? `${text} ${reason}` : text;
}
