import { PERCENT_DECIMALS, floored, openQuantity } from '#contracts/rules/open-result.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { protectionOf, STATUS } from '#contracts/rules/block-words.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { figure, signed } from './figure.ts';

function sizeText(block: OrderBlock): string {
  const { baseRound, counterRound, symbol, firstFilledQuantity: filled } = block;
  const isFilled = filled.gt(0);
  const quantity = isFilled ? openQuantity(block) : block.firstPlacedQuantity;
  const price = isFilled ? block.firstFilledPrice : block.firstPlacedPrice;
  return `${figure(quantity, baseRound)} ${symbol.baseCurrency} at ${figure(price, counterRound)}`;
}

/** Null before anything has filled. A loss is rounded away from zero. */
function resultText({
  firstFilledQuantity,
  profitValue,
  profitPercent,
  counterEarning,
  symbol,
}: OrderBlock): string | null {
  if (firstFilledQuantity.eq(0)) return null;
  if (!profitValue) return 'result not known';
  const [currency, decimals] = counterEarning
    ? [symbol.counterCurrency, symbol.counterAmountDecimals]
    : [symbol.baseCurrency, symbol.baseAmountDecimals];
  const percent = profitPercent ? ` (${signed(profitPercent, PERCENT_DECIMALS)}%)` : '';
  return `result ${signed(floored(profitValue, decimals), decimals)} ${currency}${percent}`;
}

/** 'XRP/USDT Buy, Filled: 100.0 XRP at 0.5200; result +1.20 USDT (+2.30%); Protected by the exchange (Main, 1 copy)'. */
export function blockText([main, ...copies]: readonly OrderBlock[]): string {
  if (!main) return '';
  const { symbol, section, status, interference, connectorName } = main;
  const pair = `${symbol.baseCurrency}/${symbol.counterCurrency}`;
  const state = interference ? 'Changed externally' : STATUS[status];
  const facts = [sizeText(main), resultText(main), protectionOf(main)?.text].filter(Boolean).join('; ');
  const copied = copies.length === 0 ? '' : copies.length === 1 ? ', 1 copy' : `, ${copies.length} copies`;
  return `${pair} ${section === 'buy' ? 'Buy' : 'Sell'}, ${state}: ${facts} (${isolated(connectorName)}${copied})`;
}
