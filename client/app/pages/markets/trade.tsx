import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { MarketInfo } from '#contracts/markets.ts';
import { FirstRun } from '../../../features/keys/components/first-run.tsx';
import { activeGroup, allKeys } from '../../../features/keys/keys.queries.ts';
import { MarketHeader } from '../../../features/markets/components/market-header.tsx';
import { marketPairs, pairBalances } from '../../../features/markets/markets.queries.ts';
import { MarketsScreen } from '../../../features/markets/markets-screen.tsx';
import { type PriceView, usePrice } from '../../../features/markets/use-price.ts';
import type { View } from '../../../features/markets/view.ts';
import { OrderForm } from '../../../features/orders/components/order-form.tsx';
import { OrderRows } from '../../../features/orders/order-rows.tsx';
import { unseenAlerts } from '../../../features/alerts/alerts.queries.ts';
import { siteQuery } from '../../../lib/site.ts';
import { Button } from '../../../ui/button.tsx';
import { LiveChip } from '../../../live/live-chip.tsx';
import { useLivePage, useLiveState } from '../../../live/live-provider.tsx';
import { ADD_KEY } from '../first-order.ts';
import { AlertsWithOffer } from '../alerts-with-offer.tsx';
import { useOfflineSince } from '../use-offline.ts';
import { FirstSteps } from './first-steps.tsx';
import { useFirstOrder } from './use-first-order.ts';

interface Props {
  view: View;
  info: MarketInfo;
  onChange: (change: Partial<View>) => void;
}

const rowsKeyOf = ({ market, symbolName, counterEarning, section }: View) =>
  `${market} ${symbolName} ${counterEarning} ${section}`;

function Rows({ view, onChange }: Omit<Props, 'info'>) {
  const offlineSince = useOfflineSince();
  const { section, ...pair } = view;
  if (section === 'alerts') return <AlertsWithOffer market={view.market} pairName={view.symbolName} />;
  const hint =
    section === 'history'
      ? 'Blocks that were closed are kept here with their result.'
      : 'An order that you place stands here as a block, from placed to filled.';
  const action =
    section === 'history' ? (
      <Button variant="quiet" onClick={() => onChange({ section: 'buy' })}>
        See open blocks
      </Button>
    ) : null;
  return (
    <OrderRows
      key={rowsKeyOf(view)}
      filter={{ ...pair, section }}
      offlineSince={offlineSince}
      emptyHint={hint}
      emptyAction={action}
    />
  );
}

interface FormProps {
  view: View;
  info: MarketInfo;
  price: PriceView;
  first: boolean;
  /** Null once it is known that there is none, undefined while it is not known. */
  keyUid: string | null | undefined;
}

function Form({ view, info, price, first, keyUid }: FormProps) {
  const navigate = useNavigate();
  const { data: site } = useQuery(siteQuery);
  const { data: balances } = useQuery({ ...pairBalances(view), enabled: Boolean(keyUid) });
  const live = useLiveState().kind === 'live';
  if (view.section !== 'buy' && view.section !== 'sell') return null;
  if (keyUid === null)
    return (
      <FirstRun
        paper={site?.exchangeMode === 'paper'}
        title="You have no API keys"
        onPaperKey={() => {}}
        onConnect={() => void navigate(ADD_KEY)}
      />
    );
  const free = (view.section === 'buy' ? balances?.counterQuantity : balances?.quantity) ?? null;
  return (
    <OrderForm
      key={`${view.market} ${view.symbolName} ${view.section}`}
      side={view.section}
      market={view.market}
      pair={info.symbol}
      counterEarning={view.counterEarning}
      marketPrice={price.price}
      circumstances={{ hasKey: keyUid !== undefined, live, stale: price.stale, free }}
      first={first}
    />
  );
}

/** One pair's screen: header, form and rows, each from its own feature. */
export function Trade({ view, info, onChange }: Props) {
  useLivePage(view);
  const price = usePrice(view);
  const { data: site } = useQuery(siteQuery);
  const { data: pairs = [info.symbol] } = useQuery(marketPairs(view.market));
  const { data: keys } = useQuery(allKeys);
  const { data: unseen = [] } = useQuery(unseenAlerts(view.market));
  const keyUid = keys && (activeGroup(keys, view.market)?.mainKey.uid ?? null);
  const first = useFirstOrder(view, keyUid ?? null);
  return (
    <MarketsScreen
      section={view.section}
      unseen={unseen.length}
      onSection={(section) => onChange({ section })}
      header={
        <MarketHeader
          view={view}
          pair={info.symbol}
          pairs={pairs}
          openMarkets={site?.markets ?? [view.market]}
          price={price}
          liveChip={<LiveChip />}
          onChange={onChange}
        />
      }
      form={
        view.section === 'buy' || view.section === 'sell' ? (
          <Form view={view} info={info} price={price} first={first ?? false} keyUid={keyUid} />
        ) : null
      }
      rows={<Rows view={view} onChange={onChange} />}
      checklist={
        <FirstSteps
          market={view.market}
          hasKey={Boolean(keyUid)}
          ordered={first === false}
          onAlerts={() => onChange({ section: 'alerts' })}
        />
      }
    />
  );
}
