import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import { note, noteWith } from './field-note.ts';

const WHOLE = new Big(100);

/** B-6: a basket has no price, and stops by its loss or at a time. `now` is UTC epoch ms. */
export function stopFaults(stop: BotStop, now: number): FieldNote[] {
  const { loss, at, endings = {} } = stop;
  const others = (['below', 'above', 'gain'] as const).filter((name) => stop[name]);
  const notes = others.map((name) => note(`stop.${name}`, 'A basket stops by a total loss or at a time.'));
  if (loss?.gte(WHOLE)) notes.push(noteWith('stop.loss', 'Enter less than 100%.', new Big(99)));
  if (at && at <= now) notes.push(note('stop.at', 'This time is over.'));
  const buyingBack = Object.entries(endings).filter(([, ending]) => ending === 'buy-back');
  const text = 'A basket keeps its coins, or sells all of them.';
  return [...notes, ...buyingBack.map(([reason]) => note(`stop.endings.${reason}`, text))];
}
