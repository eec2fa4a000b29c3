import { type Bot, BOT_TYPES } from '#contracts/bots.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { BOT_STATE_WORDS } from '#contracts/rules/bot-words.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { signed } from './figure.ts';

const pairOf = ({ assets, baseCurrency, counterCurrency }: Bot): string => {
  if (assets.length > 0) return assets.join(' + ');
  return counterCurrency ? `${baseCurrency}/${counterCurrency}` : baseCurrency;
};

function resultText({ pnl, pnlPercent }: Bot): string {
  if (!pnl) return 'PNL not known';
  return `PNL ${signed(pnl, seenDecimals(pnl, 2))} USDT${pnlPercent ? ` (${signed(pnlPercent, 2)}%)` : ''}`;
}

/** 'Night grid (XRP/USDT, Grid bot), Active · running'. */
export const botName = (bot: Bot): string =>
  `${isolated(bot.name)} (${pairOf(bot)}, ${BOT_TYPES[bot.type]}), ${BOT_STATE_WORDS[bot.state]}`;

export const botText = (bot: Bot): string => `${botName(bot)}: ${resultText(bot)}. ${bot.reason ?? bot.now}`;
