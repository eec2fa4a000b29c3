import type { AnyPlan } from '#contracts/bot-settings.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import type { PreviewBot } from '#contracts/bot-preview.ts';
import type { AnyRead } from './draft.ts';

/** What a bot would do, whichever key it trades with. */
export type BotTerms = Pick<PreviewBot, 'market' | 'symbolName'> & { stop: BotStop } & AnyPlan;

/** Null while the fields are not right. */
export function termsOf(read: AnyRead): BotTerms | null {
  if (!('request' in read)) return null;
  const { market, symbolName } = read.request;
  return { market, symbolName, stop: read.terms.stop, ...read.terms.plan };
}
