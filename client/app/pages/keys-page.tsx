import { listKeys } from '#contracts/keys.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { Page } from '../page.tsx';

function Keys() {
  const { data, error, refetch } = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => call(listKeys, { signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  const active = data.apiKeyMarketGroups[0]?.activeMainApiKeyGroup;
  if (!active) return <Empty title="You have no API keys" />;
  const { name, key, usdtBalance } = active.mainKey;
  return (
    <p>
      {name} {key} <Amount value={usdtBalance} decimals={2} unit="USDT" />
    </p>
  );
}

export const KeysPage = () => (
  <Page title="Your API">
    <Card>
      <Keys />
    </Card>
  </Page>
);
