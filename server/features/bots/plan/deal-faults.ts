import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { AveragingPlan, SignalsPlan } from '#contracts/bot-settings.ts';
import { note } from './field-note.ts';
import { type Bounds, within } from './within.ts';

export const bounds = (least: string, most: string): Bounds => ({ least: new Big(least), most: new Big(most) });

const STOP = bounds('0.1', '90');

const WITHOUT_STOP =
  'Without a stop loss this bot can lose everything it is given. Set one, or tick that you accept this.';

/** PB-7: a stop, or its owner's word that there is none. */
export function stopFaults({
  stop,
  withoutStop = false,
}: Pick<(AveragingPlan | SignalsPlan)['settings'], 'stop' | 'withoutStop'>): FieldNote[] {
  if (stop) return within('stop', stop, STOP);
  return withoutStop ? [] : [note('settings.stop', WITHOUT_STOP)];
}
