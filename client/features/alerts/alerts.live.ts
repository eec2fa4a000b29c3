import type { QueryClient } from '@tanstack/react-query';
import type { Alert } from '#contracts/alerts.ts';
import type { TopicBody } from '#contracts/live.ts';
import type { Big } from 'big.js';
import { toast } from '../../ui/toast.ts';
import { announceFired } from './announce-fired.ts';
import { withAlertOnTop } from './alert-pages.ts';
import { alertListKey, type AlertPages, alertPricesKey, type AlertsFilter } from './alerts.queries.ts';
import { alertsKey, unseenIn } from './unseen.queries.ts';
import { replacedChangeText } from './queue/lost-change-text.ts';
import { isOwnChange } from './queue/queued-edits.ts';

export function alertFired(client: QueryClient, alert: Alert): void {
  announceFired(client, alert);
  for (const [queryKey, pages] of client.getQueriesData<AlertPages>({ queryKey: alertListKey })) {
    const filter = queryKey.at(-1) as AlertsFilter;
    if (pages) client.setQueryData(queryKey, withAlertOnTop(pages, alert, filter));
    else void client.invalidateQueries({ queryKey, exact: true });
  }
  if (!alert.seen)
    for (const key of [unseenIn(), unseenIn(alert.market)])
      client.setQueryData<string[]>(key, (ids) => (ids ? [...new Set([alert.id, ...ids])] : undefined));
  // A pending answer from before the firing would revert it.
  if (client.isFetching({ queryKey: alertsKey }) > 0) invalidateAlerts(client);
}

export function patchAlertPrices(client: QueryClient, prices: TopicBody<'alert-prices'>): void {
  client.setQueryData<Record<string, Big>>(alertPricesKey, (before) => ({ ...before, ...prices }));
}

/** A change made elsewhere, or by this page, which invalidates the lists itself after its last mutation. */
export function alertsChanged(client: QueryClient, { replaced }: TopicBody<'alerts'>): void {
  if (replaced && !isOwnChange(replaced.changeId)) toast.warning(replacedChangeText(replaced.symbol, replaced.fields));
  if (client.isMutating({ mutationKey: alertsKey }) === 0) invalidateAlerts(client);
}

export function invalidateAlerts(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: alertsKey });
}
