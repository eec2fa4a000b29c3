import type { Pair } from '#contracts/markets.ts';

/** What is typed into an input. */
export type InputKind =
  | 'price'
  | 'counter'
  | 'base'
  | 'count'
  | 'percent'
  | 'seconds'
  | 'times'
  | 'ratio'
  | 'bars'
  | 'minutes';

type Units = Pick<Pair, 'baseCurrency' | 'counterCurrency' | 'baseRound' | 'counterRound'>;

export function unitOf(kind: InputKind, { baseCurrency, counterCurrency }: Units): string {
  const units: Record<InputKind, string> = {
    price: counterCurrency,
    counter: counterCurrency,
    base: baseCurrency,
    count: '',
    percent: '%',
    seconds: 's',
    times: '×',
    ratio: '',
    bars: 'bars',
    minutes: 'min',
  };
  return units[kind];
}

export function decimalsOf(kind: InputKind, { baseRound, counterRound }: Units): number {
  const decimals: Record<InputKind, number> = {
    price: counterRound,
    counter: 8,
    base: baseRound,
    count: 0,
    percent: 2,
    seconds: 0,
    times: 2,
    ratio: 2,
    bars: 0,
    minutes: 0,
  };
  return decimals[kind];
}
