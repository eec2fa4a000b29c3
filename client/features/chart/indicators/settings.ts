import * as z from 'zod/mini';

export const MOST_LENGTHS = 3;
const SHORTEST = 2;
/** K-6: of RSI, whose averages forget more slowly, half as many. */
export const LONGEST = { average: 200, bollinger: 200, rsi: 100 } as const;

const length = (most: number) => z.number().check(z.int(), z.gte(SHORTEST), z.lte(most));
const Averages = z.object({
  on: z.boolean(),
  lengths: z.array(length(LONGEST.average)).check(z.minLength(1), z.maxLength(MOST_LENGTHS)),
});
const Settings = z.object({
  ema: Averages,
  sma: Averages,
  bollinger: z.object({ on: z.boolean(), length: length(LONGEST.bollinger) }),
  rsi: z.object({ on: z.boolean(), length: length(LONGEST.rsi) }),
  macd: z.object({ on: z.boolean() }),
});
export type IndicatorSettings = z.infer<typeof Settings>;

export const ALL_OFF: IndicatorSettings = {
  ema: { on: false, lengths: [9, 21] },
  sma: { on: false, lengths: [50] },
  bollinger: { on: false, length: 20 },
  rsi: { on: false, length: 14 },
  macd: { on: false },
};

export const isAnyOn = (settings: IndicatorSettings): boolean => Object.values(settings).some(({ on }) => on);

const KEY = 'chart-indicators';

export function loadIndicators(): IndicatorSettings {
  try {
    return z.parse(Settings, JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    return ALL_OFF;
  }
}

export const saveIndicators = (settings: IndicatorSettings): void =>
  localStorage.setItem(KEY, JSON.stringify(settings));

/** '9, 21' as lengths without repetitions; null if one is not allowed. */
export function readLengths(typed: string, { most, count }: { most: number; count: number }): number[] | null {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  const lengths = [...new Set(words.map(Number))];
  const isAllowed = (one: number) => Number.isInteger(one) && one >= SHORTEST && one <= most;
  return lengths.length > 0 && lengths.length <= count && lengths.every(isAllowed) ? lengths : null;
}
