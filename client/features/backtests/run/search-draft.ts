import type { BacktestRequest } from '#contracts/backtests.ts';
import { readNumber } from '#contracts/rules/number-input.ts';
import {
  combinationsOf,
  MOST_TRIES,
  SEARCHABLE,
  type Searchable,
  type Varied,
} from '#contracts/rules/search-settings.ts';

export type RunBot = BacktestRequest['bot'];

/** A setting that is varied, as it is typed. */
export interface VariedDraft {
  field: Searchable;
  from: string;
  to: string;
  values: string;
}

const isSearchable = (name: string): name is Searchable => name in SEARCHABLE;

/** Settings of this bot that a search may vary. */
export const searchableOf = ({ settings }: RunBot): Searchable[] => Object.keys(settings).filter(isSearchable);

const FIRST_VALUES = '5';
const AROUND = 0.05;
const DIGITS = 6;

/** From a little below what is set to a little above it. */
export function variedAround(bot: RunBot, field: Searchable): VariedDraft {
  const set = Number(Object.entries(bot.settings).find(([name]) => name === field)?.[1] ?? 0);
  const bound = (factor: number) =>
    String(field === 'steps' ? Math.max(2, Math.round(set * factor)) : Number((set * factor).toPrecision(DIGITS)));
  const part = field === 'steps' ? AROUND * 10 : AROUND;
  return { field, from: bound(1 - part), to: bound(1 + part), values: FIRST_VALUES };
}

const numberOf = (text: string): number => readNumber(text)?.toNumber() ?? Number.NaN;

/** What is no number is refused by the contract. */
export const readVaried = ({ field, ...texts }: VariedDraft): Varied => ({
  field,
  from: numberOf(texts.from),
  to: numberOf(texts.to),
  values: numberOf(texts.values),
});

/** '25 of at most 200 tries.' */
export function triesText(search: readonly VariedDraft[]): string {
  const varied = search.map(readVaried);
  const counts = varied.map(({ values }) => values);
  if (!counts.every((count) => Number.isInteger(count) && count > 0 && count <= MOST_TRIES)) return '';
  const product = counts.reduce((all, count) => all * count, 1);
  const tries = product > MOST_TRIES ? product : combinationsOf(varied).length;
  return `${tries} of at most ${MOST_TRIES} tries.`;
}
