import type { BotRun } from '#contracts/bot-run.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../../lib/format-amount.ts';

type Of = Pick<BotDetail, 'type' | 'baseCurrency' | 'counterCurrency'>;

function amountsText({ base, counter }: NonNullable<BotRun['missing']>, { baseCurrency, counterCurrency }: Of): string {
  const parts = [
    base.gt(0) ? `${formatAmount(base, seenDecimals(base, 1))}\u00a0${baseCurrency}` : null,
    counter.gt(0) ? `${formatAmount(counter, seenDecimals(counter, 2))}\u00a0${counterCurrency}` : null,
  ];
  return parts.filter((part) => part !== null).join(' and ');
}

function givesUpText(numbers: readonly number[]): string {
  if (numbers.length === 0) return 'All its levels go on.';
  return numbers.length === 1
    ? `Level ${numbers[0]}, the farthest from the market, gives up.`
    : `Levels ${numbers.join(', ')}, the farthest from the market, give up.`;
}

/** C-18, U-7: what going on does; of each key that has less than it should. */
export function goOnText(bot: Of & { runs: readonly Pick<BotRun, 'missing' | 'connectorName' | 'levels'>[] }): string {
  if (bot.type === 'basket') return 'Go on: it continues with the coins that are there and rebalances as set.';
  const short = bot.runs.flatMap(({ missing, connectorName, levels }) =>
    missing ? [{ missing, connectorName, levels }] : [],
  );
  if (short.length === 0) return 'Go on: its orders rest on, and nothing is traded now.';
  return short
    .map(({ missing, connectorName, levels }) => {
      const of = bot.runs.length > 1 ? ` on ${isolated(connectorName)}` : '';
      const without = `Go on${of} without ${amountsText(missing, bot)}: nothing is traded now.`;
      return levels.length > 0 ? `${without} ${givesUpText(missing.givesUp)}` : without;
    })
    .join(' ');
}
