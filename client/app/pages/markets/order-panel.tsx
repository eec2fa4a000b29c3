import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Key } from '#contracts/keys.ts';
import type { MarketInfo } from '#contracts/markets.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Side } from '#contracts/symbol.ts';
import { tradingQuery } from '../../../features/accounts/account/trading/trading.queries.ts';
import { worthOf } from '../../../features/keys/key-worth.queries.ts';
import { keysChanged } from '../../../features/keys/invalidate-keys.ts';
import { pairBalances } from '../../../features/markets/markets.queries.ts';
import type { View } from '#contracts/rules/view.ts';
import { prefetched } from '../../../lib/prefetched.ts';
import { siteQuery } from '../../../lib/site.ts';
import { useLiveState } from '../../../live/live-provider.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ADD_KEY } from '../first-order.ts';
import styles from './order-panel.module.css';
import { MarketPriceProvider } from './market-price-provider.tsx';
import type { RequestedPrice } from './use-requested-price.ts';

const OrderForm = prefetched(async () => (await import('../../../features/orders/form/order-form.tsx')).OrderForm);
/** Only needed before there is a key. */
const FirstRun = lazy(async () => ({
  default: (await import('../../../features/keys/components/first-run.tsx')).FirstRun,
}));

const SIDES = [
  { value: 'buy', label: 'Buy', tone: 'buy' },
  { value: 'sell', label: 'Sell', tone: 'sell' },
] as const;

const PRICED_EVERY_MS = 250;

interface Props {
  view: View;
  side: Side;
  info: MarketInfo;
  first: boolean;
  /** The active key; null if there is none, undefined while unknown. */
  apiKey: Pick<Key, 'uid' | 'name'> | null | undefined;
  requestedPrice: RequestedPrice | null;
  onSide: (side: Side) => void;
}

const KeyName = ({ apiKey }: Pick<Props, 'apiKey'>) => (
  <p className={styles.key}>
    Key: <strong title={apiKey?.name}>{apiKey?.name ?? '…'}</strong>
  </p>
);

/** Name of the key, and its worth where it is known in this currency. */
function useTradingKey(apiKey: Props['apiKey'], currency: string) {
  const { data } = useQuery(worthOf(apiKey?.uid ?? ''));
  return { name: apiKey?.name ?? '…', worth: data?.currency === currency ? data.usdtBalance : null };
}

/** What the side spends: what is free of it, and what besides belongs to bots (C-5). */
function useFunds(view: View, side: Side, enabled: boolean) {
  const { data } = useQuery({ ...pairBalances(view), enabled });
  const [free, kept] =
    side === 'buy' ? [data?.counterQuantity, data?.botsCounterQuantity] : [data?.quantity, data?.botsQuantity];
  return { free: free ?? null, keptByBots: kept ?? ZERO };
}

/** The order form, or the ways to get a key before there is one. */
export function OrderPanel({ view, side, info, first, apiKey, requestedPrice, onSide }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: site } = useQuery(siteQuery);
  const funds = useFunds(view, side, Boolean(apiKey));
  const { data: trading } = useQuery(tradingQuery);
  const tradingKey = useTradingKey(apiKey, info.symbol.counterCurrency);
  const connected = !('since' in useLiveState());
  if (apiKey === null)
    return (
      <Suspense fallback={<Skeleton lines={4} />}>
        <FirstRun
          paper={site?.exchangeMode === 'paper'}
          title="You have no API keys"
          onPaperKey={() => {}}
          onConnect={() => void navigate(ADD_KEY)}
        />
      </Suspense>
    );
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <Segments label="Side of the order" labelHidden wide options={SIDES} value={side} onChange={onSide} />
        <KeyName apiKey={apiKey} />
      </div>
      <Suspense fallback={<Skeleton lines={7} height="64px" label="Loading the order form" />}>
        <MarketPriceProvider pair={view} everyMs={PRICED_EVERY_MS}>
          <OrderForm
            key={`${view.market} ${view.symbolName} ${side}`}
            side={side}
            market={view.market}
            pair={info.symbol}
            counterEarning={view.counterEarning}
            mainUid={apiKey?.uid}
            tradingKey={tradingKey}
            context={{
              hasKey: apiKey !== undefined,
              connected,
              tradingOff: (trading?.refusal ?? null) !== null,
              ...funds,
            }}
            first={first}
            requestedPrice={requestedPrice}
            onPlaced={() => onSide(side)}
            onRefused={() => keysChanged(client)}
          />
        </MarketPriceProvider>
      </Suspense>
    </div>
  );
}
