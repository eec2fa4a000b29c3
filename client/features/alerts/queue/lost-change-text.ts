import type { Alert, AlertField } from '#contracts/alerts.ts';
import { alertName } from '../alert-name.ts';
import { pairLabel } from '../../../lib/pair-label.ts';

const NAMES: Record<AlertField, string> = {
  price: 'price',
  type: 'type',
  informing: 'frequency',
  comment: 'comment',
  favorite: 'star',
  sendToTelegram: 'Telegram switch',
  active: 'ON/OFF switch',
};

const listed = (fields: readonly AlertField[]): string =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(fields.map((field) => NAMES[field]));

/** Which fields of a change were not saved, and why; null if all were. */
export function lostChangeText(alert: Alert, lost: readonly AlertField[] = []): string | null {
  const { executed, active } = alert;
  if (lost.length === 0) return null;
  const about = `alert for ${alertName(alert)}`;
  if (lost.length === 1 && lost[0] === 'active' && executed && !active)
    return `The ${about} fired after you switched it on, so it stays off.`;
  return `A newer change of the ${about} was made on another device. Yours was not saved: ${listed(lost)}.`;
}

/** A newer change made offline on another device has replaced one made here. */
export const replacedChangeText = (symbol: string, fields: readonly AlertField[]): string =>
  `A newer change of the alert for ${pairLabel(symbol)}, made offline on another device, replaced this: ${listed(fields)}.`;
