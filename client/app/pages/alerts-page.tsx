import { listAlerts } from '#contracts/alerts.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { Page } from '../page.tsx';

function Alerts() {
  const { data, error, refetch } = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => call(listAlerts, { query: { market: 'binance' }, signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  if (data.content.length === 0) return <Empty title="No alerts yet" />;
  return (
    <ul>
      {data.content.map(({ id, symbol, price, comment }) => (
        <li key={id}>
          {symbol.replace('_', '/').toUpperCase()} <Amount value={price} decimals={8} /> {comment}
        </li>
      ))}
    </ul>
  );
}

export const AlertsPage = () => (
  <Page title="Alerts">
    <Card>
      <Alerts />
    </Card>
  </Page>
);
