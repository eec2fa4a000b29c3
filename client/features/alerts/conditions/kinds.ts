import type { ConditionKind } from '#contracts/alert-conditions.ts';

/** What an alert can wait for besides a price level. */
export const KINDS: { value: ConditionKind; label: string }[] = [
  { value: 'percent-move', label: 'Percent move' },
  { value: 'volume', label: 'Volume' },
  { value: 'rsi', label: 'RSI' },
  { value: 'ema', label: 'EMA crosses EMA' },
  { value: 'price-ema', label: 'Price crosses EMA' },
  { value: 'macd', label: 'MACD' },
  { value: 'bollinger', label: 'Bollinger bands' },
  { value: 'trendline', label: 'Trend line' },
  { value: 'time', label: 'Time' },
  { value: 'listing', label: 'Listing' },
];
