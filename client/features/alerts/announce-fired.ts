import type { Alert } from '#contracts/alerts.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { navigateTo } from '../../lib/navigate.ts';
import { pairLabel } from '../../lib/pair-label.ts';
import { toast } from '../../ui/toast.ts';

const HAPPENED = {
  PRICE_RISES_ABOVE: 'rose above',
  PRICE_DROPS_BELOW: 'dropped below',
  PRICE_REACHES: 'reached',
} as const;

const announced = new Set<string>();

export const firedText = ({ symbol, type, price, comment, late }: Alert): string => {
  const pair = pairLabel(symbol);
  const about = comment === '' ? '' : `: ${isolated(comment)}`;
  return `Alert: ${pair} ${HAPPENED[type]} ${price.toFixed()}${late ? ' (found late)' : ''}${about}`;
};

/** Announces each firing once per page, as a toast without sound that screen readers announce. */
export function announceFired(alert: Alert): void {
  const firing = `${alert.id} ${alert.executedAt}`;
  if (announced.has(firing)) return;
  announced.add(firing);
  const press = () => navigateTo(`/alerts?alert=${alert.id}`);
  toast.info(firedText(alert), { id: firing, action: { label: 'Show', press } });
}
