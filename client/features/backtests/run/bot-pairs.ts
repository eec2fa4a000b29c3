import { BOT_TYPES } from '#contracts/bots.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import type { RunBot } from './search-draft.ts';

const assetsOf = (bot: RunBot): string[] =>
  bot.type === 'basket' ? bot.settings.assets.map(({ asset }) => asset) : [];

/** What its prices are of: 'XRP/USDT', or 'BTC, ETH, and USDT'. */
export const pastOf = (bot: RunBot): string =>
  bot.type === 'basket'
    ? new Intl.ListFormat('en-US', { type: 'conjunction' }).format(assetsOf(bot))
    : pairLabel(bot.symbolName);

export const botName = (bot: RunBot): string =>
  bot.type === 'basket' ? `Basket of ${pastOf(bot)}` : `${BOT_TYPES[bot.type]}, ${pastOf(bot)}`;

/** The exchange's names of its pairs: XRPUSDT. */
export function symbolsOf(bot: RunBot): string[] {
  const [base = '', counter = ''] = bot.symbolName.toUpperCase().split('_');
  const bases = bot.type === 'basket' ? assetsOf(bot).filter((asset) => asset !== counter) : [base];
  return bases.map((each) => `${each}${counter}`);
}
