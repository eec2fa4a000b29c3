import { Big } from 'big.js';
import type { EndingBot } from '#contracts/bot-endings.ts';
import type { BotEnding } from '#contracts/bot-stop.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { basketEndings } from './basket-endings.ts';
import { amount } from '../create/receipt-rows.ts';
import { coins, type EndingChoice, endingChoices } from './endings.ts';

type Subject = Omit<EndingBot, 'botId' | 'name'>;

const KEEP_UNKNOWN: EndingChoice = {
  ending: 'keep',
  label: 'Keep coins',
  text: 'orders come down, and everything stays on your account.',
};

/** Without a last price no amount can be named, and coins can only be kept. */
export function choicesOf(bot: Subject): EndingChoice[] {
  if (!bot.endings) return [KEEP_UNKNOWN];
  return bot.type === 'basket' ? basketEndings(bot.endings, bot) : endingChoices(bot.endings, bot);
}

/** How a bot ends where all are to end so: one that cannot keeps its coins. */
export function endingFor(bot: Subject, ending: BotEnding): EndingChoice {
  const choices = choicesOf(bot);
  return choices.find((choice) => choice.ending === ending) ?? choices[0] ?? KEEP_UNKNOWN;
}

type Sum = [currency: string, amount: Big];

const basketCoins = ({ runs }: Subject): Sum[] =>
  runs.flatMap(({ parts }) => parts.map(({ asset, held }): Sum => [asset, held]));

/** What a bot leaves on the account by an ending; what is too little to be traded apart. */
function leftBy(bot: Subject, ending: BotEnding): Sum[] {
  const { endings, baseCurrency, counterCurrency } = bot;
  if (!endings) return [];
  const { keep, sell, buyBack } = endings;
  const by = endingFor(bot, ending).ending;
  if (by === 'sell') return [[counterCurrency, sell.counter]];
  if (by === 'buy-back' && buyBack)
    return [
      [baseCurrency, buyBack.base],
      [counterCurrency, buyBack.left],
    ];
  if (bot.type === 'basket') return basketCoins(bot);
  return [
    [baseCurrency, keep.base],
    [counterCurrency, keep.counter],
  ];
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

function totalText(bots: readonly Subject[], ending: BotEnding): string {
  const counters = new Set(bots.map(({ counterCurrency }) => counterCurrency));
  const sums = new Map<string, Big>();
  for (const [currency, value] of bots.flatMap((bot) => leftBy(bot, ending)))
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(value));
  const all = [...sums].toSorted(([one], [other]) => Number(counters.has(one)) - Number(counters.has(other)));
  const shown = all.filter(([, value]) => value.gt(0));
  return list.format(shown.map(([unit, value]) => (counters.has(unit) ? amount(value, unit) : coins(value, unit))));
}

const LABELS: Record<BotEnding, string> = { keep: 'Keep coins', sell: 'Sell coins', 'buy-back': 'Buy back' };
const ALL: Record<BotEnding, (total: string) => string> = {
  keep: (total) => `${total} stay on your account.`,
  sell: (total) => `about ${total} in all, with what they hold sold at market.`,
  'buy-back': (total) =>
    `about ${total} in all. Bots that began with coins buy them back at market, the others keep what they hold.`,
};

/** Named, since their amounts are in no sum. */
function unknownText(bots: readonly EndingBot[]): string {
  const unknown = bots.filter(({ endings }) => endings === null).map(({ name }) => isolated(name));
  if (unknown.length === 0) return '';
  const keeps = unknown.length === 1 ? 'keeps its' : 'keep their';
  return ` ${list.format(unknown)} ${keeps} coins, which are not in the sum: their price is not known.`;
}

/** U-1, C-9: what all bots come to by each ending that one of them has. */
export function allChoices(bots: readonly EndingBot[]): EndingChoice[] {
  const endings: BotEnding[] = ['keep', 'sell', 'buy-back'];
  const offered = endings.filter(
    (ending) => ending === 'keep' || bots.some((bot) => endingFor(bot, ending).ending === ending),
  );
  return offered.map((ending) => {
    const total = totalText(bots, ending);
    const text = total === '' ? 'what they hold stays on your account.' : ALL[ending](total);
    return { ending, label: LABELS[ending], text: `${text}${unknownText(bots)}` };
  });
}
