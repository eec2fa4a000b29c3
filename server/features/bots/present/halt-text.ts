import type { Market } from '#contracts/symbol.ts';
import { haltSentence } from '../../markets/index.ts';
import type { BotDeps } from '../deps.ts';
import type { RunBooks } from './run-books.ts';

/** C-15: that the pair of a bot at work does not trade; null where it does, or is listed no more. */
export function haltOfRun(
  { markets }: Pick<BotDeps, 'markets'>,
  { stored: { run }, facts, pair }: RunBooks,
): string | null {
  const isAtWork = facts.state === 'starting' || facts.state === 'running';
  if (!isAtWork || pair.delisted) return null;
  const sentence = haltSentence(markets.present(run.market as Market, pair));
  return sentence && `${sentence} Its orders stay, and it goes on by itself once the pair trades again.`;
}
