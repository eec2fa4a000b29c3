import type { AlertType, Informing } from '#contracts/alerts.ts';
import { ALERT_TYPE_WORDS } from '#contracts/rules/alert-words.ts';

export const TYPES: { value: AlertType; label: string }[] = [
  { value: 'PRICE_REACHES', label: ALERT_TYPE_WORDS.PRICE_REACHES },
  { value: 'PRICE_RISES_ABOVE', label: ALERT_TYPE_WORDS.PRICE_RISES_ABOVE },
  { value: 'PRICE_DROPS_BELOW', label: ALERT_TYPE_WORDS.PRICE_DROPS_BELOW },
];

export const FREQUENCIES: { value: Informing; label: string }[] = [
  { value: 'ONLY_ONCE', label: 'Only once' },
  { value: 'ALWAYS', label: 'Always' },
];
