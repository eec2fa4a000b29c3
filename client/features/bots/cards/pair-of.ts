import type { Bot } from '#contracts/bots.ts';

/** Its pair; of a basket its assets. */
export function pairOf({
  assets,
  baseCurrency,
  counterCurrency,
}: Pick<Bot, 'assets' | 'baseCurrency' | 'counterCurrency'>): string {
  if (assets.length > 0) return assets.join(' + ');
  return counterCurrency ? `${baseCurrency}/${counterCurrency}` : baseCurrency;
}
