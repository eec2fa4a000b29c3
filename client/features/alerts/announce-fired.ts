import type { QueryClient } from '@tanstack/react-query';
import { type Alert, updateAlert } from '#contracts/alerts.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { draftPath } from '#contracts/rules/draft.ts';
import { pairHappenedText } from '#contracts/rules/condition-text.ts';
import { listingText } from '#contracts/rules/occasion-text.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { signalFiring } from '../../lib/alert-signals.ts';
import { call } from '../../lib/call.ts';
import { navigateTo } from '../../lib/navigate.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import type { ToastAction } from '../../ui/toast-kind.ts';
import { alertName } from './alert-name.ts';
import { alertsKey } from './unseen.queries.ts';
import { madeNow, sentNow } from './queue/queued-edits.ts';

const HAPPENED = {
  PRICE_RISES_ABOVE: 'rose above',
  PRICE_DROPS_BELOW: 'dropped below',
  PRICE_REACHES: 'reached',
} as const;

const announced = new Set<string>();

/** 'XRP/USDT rose above 0.53'. */
function happened(alert: Alert): string {
  const { type, price, condition } = alert;
  const pair = alertName(alert);
  if (condition?.kind === 'listing') return `${pair} ${listingText(condition)}`;
  if (condition) return pairHappenedText(pair, condition);
  return type && price ? `${pair} ${HAPPENED[type]} ${grouped(price)}` : pair;
}

export const firedText = (alert: Alert): string => {
  const about = alert.comment === '' ? '' : `: ${isolated(alert.comment)}`;
  const early = alert.duringBar ? ' (during the bar, may be taken back)' : '';
  return `Alert: ${happened(alert)}${alert.late ? ' (found late)' : early}${about}`;
};

/** Where a firing leads, by name. An alert that fires once can be switched on again. */
export function firedActions(alert: Alert, again: () => void): ToastAction[] {
  const chart = `/markets/spot/list?market=${alert.market}&symbolName=${alert.symbol}`;
  const details = { label: 'Details', press: () => navigateTo(`/alerts?alert=${alert.id}`) };
  const ofPair = [
    { label: 'Chart', press: () => navigateTo(chart) },
    { label: 'Draft', press: () => navigateTo(draftPath(alert)) },
  ];
  const places = alert.symbol === null ? [details] : [details, ...ofPair];
  return alert.informing === 'ONLY_ONCE' ? [...places, { label: 'Again', press: again }] : places;
}

async function switchOnAgain(client: QueryClient, { id }: Alert): Promise<void> {
  try {
    const { error } = await call(updateAlert, { json: sentNow({ id, active: true, made: madeNow() }) });
    if (error === null) toast.success('The alert is on again');
    else toast.error(error);
  } catch (error) {
    toast.error(sentenceOf(error));
  }
  await client.invalidateQueries({ queryKey: alertsKey });
}

/** Announces each firing once per page: a toast, which screen readers read, and the signals chosen on this device. */
export function announceFired(client: QueryClient, alert: Alert): void {
  const firing = `${alert.id} ${alert.executedAt}`;
  if (announced.has(firing)) return;
  announced.add(firing);
  signalFiring(firing);
  toast.info(firedText(alert), { id: firing, actions: firedActions(alert, () => void switchOnAgain(client, alert)) });
}
