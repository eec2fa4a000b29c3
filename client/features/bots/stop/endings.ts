import type { Big } from 'big.js';
import type { BotEnding } from '#contracts/bot-stop.ts';
import type { BotRun } from '#contracts/bot-run.ts';
import type { BotDetail, BotEndings } from '#contracts/bots.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { amount, percent } from '../create/receipt-rows.ts';

export interface EndingChoice {
  ending: BotEnding;
  label: string;
  text: string;
}

type Subject = Pick<BotDetail, 'baseCurrency' | 'counterCurrency' | 'marketPrice'> & {
  runs: readonly Pick<BotRun, 'given'>[];
};

export const coins = (value: Big, unit: string): string =>
  `${formatAmount(value, seenDecimals(value, 1))}\u00a0${unit}`;

const worth = (base: Big, { marketPrice, counterCurrency }: Subject): string =>
  marketPrice ? ` (${amount(base.times(marketPrice), counterCurrency)})` : '';

const dustText = (dust: Big, of: Subject): string =>
  dust.gt(0) ? ` ${coins(dust, of.baseCurrency)}${worth(dust, of)} stay: too little for an order.` : '';

/** Of what was given, where that was money alone. */
function resultText(change: Big | null, { runs }: Subject): string {
  const [run] = runs;
  if (!change || runs.length !== 1 || !run || run.given.counter.eq(0)) return '';
  const sign = change.gt(0) ? '+' : '';
  const decimals = seenDecimals(change, 2);
  const shown = formatAmount(change.round(decimals, change.lt(0) ? 3 : 0), decimals);
  return ` Result ${sign}${shown} (${percent(change.div(run.given.counter).times(100))}).`;
}

/** C-9: what becomes of the coins, in amounts at the last price. */
export function endingChoices({ keep, sell, buyBack }: BotEndings, of: Subject): EndingChoice[] {
  const { baseCurrency, counterCurrency } = of;
  const held = keep.base.gt(0)
    ? `${coins(keep.base, baseCurrency)}${worth(keep.base, of)} and ${amount(keep.counter, counterCurrency)}`
    : amount(keep.counter, counterCurrency);
  const bringsIn = sell.counter.minus(keep.counter);
  const sold = sell.quantity.gt(0)
    ? `about ${amount(bringsIn, counterCurrency)} for them at market, ${amount(sell.counter, counterCurrency)} in all.${resultText(sell.result, of)}`
    : 'there is nothing to sell.';
  const choices: EndingChoice[] = [
    { ending: 'keep', label: 'Keep coins', text: `${held} stay on your account.` },
    { ending: 'sell', label: 'Sell coins', text: `${sold}${dustText(sell.dust, of)}` },
  ];
  if (!buyBack) return choices;
  const left = buyBack.left.gt(0) ? ` About ${amount(buyBack.left, counterCurrency)} are left.` : '';
  const text = `about ${coins(buyBack.base, baseCurrency)} in all, bought at market.${left}`;
  return [...choices, { ending: 'buy-back', label: 'Buy back', text }];
}
