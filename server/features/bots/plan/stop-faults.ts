import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BotStop } from '#contracts/bot-stop.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { note, noteWith, priceText } from './field-note.ts';

interface StopContext {
  pair: ExchangePair;
  /** The price from which it begins, counter units. */
  market: Big;
  counterEarning: boolean;
  /** UTC epoch ms. */
  now: number;
}

const WHOLE = new Big(100);

function priceFaults({ below, above }: BotStop, { pair, market }: StopContext): FieldNote[] {
  const price = priceText(market, pair);
  return [
    ...(below?.gte(market) ? [note('stop.below', `Must be below ${price}: at once it would stop.`)] : []),
    ...(above?.lte(market) ? [note('stop.above', `Must be above ${price}: at once it would stop.`)] : []),
  ];
}

/** conditions that are met already, or can never be. */
export function stopFaults(stop: BotStop, context: StopContext): FieldNote[] {
  const { loss, at, endings = {} } = stop;
  const notes = priceFaults(stop, context);
  if (loss?.gte(WHOLE)) notes.push(noteWith('stop.loss', 'Enter less than 100%.', new Big(99)));
  if (at && at <= context.now) notes.push(note('stop.at', 'This time is over.'));
  if (!context.counterEarning) return notes;
  const buyingBack = Object.entries(endings).filter(([, ending]) => ending === 'buy-back');
  const text = 'Only a bot that earns the coin can buy back.';
  return [...notes, ...buyingBack.map(([reason]) => note(`stop.endings.${reason}`, text))];
}
