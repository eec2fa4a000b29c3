import type { Alert } from '#contracts/alerts.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { goTo } from '../../lib/go-to.ts';
import { toast } from '../../ui/toast.ts';

const HAPPENED = {
  PRICE_RISES_ABOVE: 'rose above',
  PRICE_DROPS_BELOW: 'dropped below',
  PRICE_REACHES: 'reached',
} as const;

const announced = new Set<string>();

export const firedWords = ({ symbol, type, price, comment, late }: Alert): string => {
  const pair = symbol.replace('_', '/').toUpperCase();
  const about = comment === '' ? '' : `: ${isolated(comment)}`;
  return `Alert: ${pair} ${HAPPENED[type]} ${price.toFixed()}${late ? ' (found late)' : ''}${about}`;
};

/** Announces each firing once per page, as a toast without sound that screen readers announce. */
export function announceFired(alert: Alert): void {
  const firing = `${alert.id} ${alert.executedAt}`;
  if (announced.has(firing)) return;
  announced.add(firing);
  const press = () => goTo(`/alerts?alert=${alert.id}`);
  toast.info(firedWords(alert), { id: firing, action: { label: 'Show', press } });
}
