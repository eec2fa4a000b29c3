/** What a level of each type waits for. */
export const ALERT_TYPE_WORDS = {
  PRICE_REACHES: 'Price reaches',
  PRICE_RISES_ABOVE: 'Price rises above',
  PRICE_DROPS_BELOW: 'Price drops below',
} as const;
