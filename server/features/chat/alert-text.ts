import type { Alert, NearAlert } from '#contracts/alerts.ts';
import { ALERT_TYPE_WORDS } from '#contracts/rules/alert-words.ts';
import { conditionText } from '#contracts/rules/condition-text.ts';
import { coinText } from '#contracts/rules/occasion-text.ts';
import { figure, signed } from './figure.ts';

const pairLabel = (symbol: string | null): string => (symbol ?? '').replace('_', '/').toUpperCase();
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** 'XRP/USDT: price rises above 0.9000, +72.41% away at 0.5220'. */
export function nearText({ alert: { symbol, type }, level, price, distance, priceDecimals }: NearAlert): string {
  const what = type ? `${lowerFirst(ALERT_TYPE_WORDS[type])} ` : '';
  const away = `${signed(distance, 2)}% away at ${figure(price, priceDecimals)}`;
  return `${pairLabel(symbol)}: ${what}${figure(level, priceDecimals)}, ${away}`;
}

/** 'BTC/USDT: RSI 14 · 1h under 30'. */
export function waitingText({ symbol, condition }: Alert): string {
  if (!condition) return pairLabel(symbol);
  const name = condition.kind === 'listing' ? coinText(condition) : pairLabel(symbol);
  return `${name}: ${conditionText(condition)}`;
}
