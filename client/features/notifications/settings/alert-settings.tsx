import { useQuery } from '@tanstack/react-query';
import { AsOf } from '../../../ui/as-of.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, sentenceOf } from '../../../ui/states.tsx';
import { MailSwitch } from './mail-switch.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { notificationSettings } from './settings.queries.ts';

/** E-mail notifications and quiet hours. */
export function AlertSettings() {
  const query = useQuery(notificationSettings);
  const { data: settings, error, refetch, isFetching } = query;
  return (
    <Card title="E-mail and quiet hours">
      {settings ? (
        <>
          <MailSwitch settings={settings} />
          <QuietHours settings={settings} />
        </>
      ) : null}
      {settings && error ? <AsOf of={query}>{sentenceOf(error)}</AsOf> : null}
      {!settings && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!settings && !error ? <Skeleton lines={3} height="44px" label="Loading the notification settings" /> : null}
    </Card>
  );
}
