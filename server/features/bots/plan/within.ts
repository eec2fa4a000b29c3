import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { FieldNote } from '#contracts/bot-preview.ts';
import { noteWith } from './field-note.ts';

export interface Bounds {
  least: Big;
  most: Big;
}

/** What is wrong with a setting outside its bounds, and the nearest value. */
export function within(field: string, value: Big, { least, most }: Bounds): FieldNote[] {
  if (value.gte(least) && value.lte(most)) return [];
  const nearest = value.lt(least) ? least : most;
  return [noteWith(`settings.${field}`, `Enter ${grouped(least)} to ${grouped(most)}.`, nearest)];
}
