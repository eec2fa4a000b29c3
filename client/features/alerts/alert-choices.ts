import type { AlertType, Informing } from '#contracts/alerts.ts';

export const TYPES: { value: AlertType; label: string }[] = [
  { value: 'PRICE_REACHES', label: 'Price reaches' },
  { value: 'PRICE_RISES_ABOVE', label: 'Price rises above' },
  { value: 'PRICE_DROPS_BELOW', label: 'Price drops below' },
];

export const FREQUENCIES: { value: Informing; label: string }[] = [
  { value: 'ONLY_ONCE', label: 'Only once' },
  { value: 'ALWAYS', label: 'Always' },
];
