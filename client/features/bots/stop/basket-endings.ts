import type { BotDetail, BotEndings } from '#contracts/bots.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { amount } from '../create/receipt-rows.ts';
import { digits } from '../decimals.ts';
import type { EndingChoice } from './endings.ts';

/** C-9, B-6: what becomes of the coins, in amounts at last prices. */
export function basketEndings(
  { keep, sell }: BotEndings,
  {
    runs,
    counterCurrency,
  }: Pick<BotDetail, 'counterCurrency'> & { runs: readonly Pick<BotDetail['runs'][number], 'parts'>[] },
): EndingChoice[] {
  const coins = runs.flatMap(({ parts }) =>
    parts.flatMap(({ asset, held }) => (held.gt(0) ? `${formatAmount(held, digits(held))}\u00a0${asset}` : [])),
  );
  const all = amount(keep.base.plus(keep.counter), counterCurrency);
  const held = coins.length > 0 ? `${coins.join(', ')} (${all} in all)` : all;
  const dust = sell.dust.gt(0) ? ` ${amount(sell.dust, counterCurrency)} stay in coins that cannot be sold.` : '';
  return [
    { ending: 'keep', label: 'Keep coins', text: `${held} stay on your account.` },
    {
      ending: 'sell',
      label: 'Sell all',
      text: `about ${amount(sell.counter, counterCurrency)} in all, sold at market.${dust}`,
    },
  ];
}
