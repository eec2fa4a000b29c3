import { getMarketInfo } from '#contracts/markets.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Page } from '../page.tsx';

const PARAMS = { tradeType: 'spot', market: 'binance', symbol: 'xrp_usdt' } as const;

function Price() {
  const { data, error, refetch } = useQuery({
    queryKey: ['market', PARAMS],
    queryFn: ({ signal }) => call(getMarketInfo, { params: PARAMS, query: {}, signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  return <Amount value={data.symbolPrice} decimals={data.symbol.counterRound} unit="USDT" />;
}

export const MarketsPage = () => (
  <Page title="Markets" headingHidden width="wide">
    <Card title="XRP/USDT">
      <Price />
    </Card>
  </Page>
);
