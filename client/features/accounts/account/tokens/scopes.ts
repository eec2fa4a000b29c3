import type { TokenScope } from '#contracts/rules/token-scopes.ts';

interface Scope {
  scope: TokenScope;
  label: string;
  what: string;
}

export const SCOPES: readonly Scope[] = [
  { scope: 'read', label: 'Read', what: 'prices, orders, bots, alerts, history and the live channel' },
  { scope: 'alerts', label: 'Alerts', what: 'set, change and remove alerts' },
  { scope: 'trade', label: 'Trade', what: 'place and close orders, run bots, within your limits' },
];

/** 'Read, alerts' */
export function scopesText(scopes: readonly TokenScope[]): string {
  const text = SCOPES.filter(({ scope }) => scopes.includes(scope)).map(({ label }) => label.toLowerCase());
  return text.join(', ').replace(/^./, (first) => first.toUpperCase());
}
