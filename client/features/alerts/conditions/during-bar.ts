import type { ConditionKind } from '#contracts/alert-conditions.ts';

const AT_CLOSES = new Set<ConditionKind>(['rsi', 'ema', 'price-ema', 'macd', 'bollinger']);

/** K-2: kinds that wait for a bar's close unless the person ticks that they do not. */
export const mayFireDuringBar = (kind: ConditionKind): boolean => AT_CLOSES.has(kind);
