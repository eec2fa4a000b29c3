import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { type ComponentProps, type ComponentType, lazy, Suspense, useCallback, useState } from 'react';
import type { MarketInfo } from '#contracts/markets.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { unseenAlerts } from '../../../features/alerts/unseen.queries.ts';
import { activeGroup, allKeys } from '../../../features/keys/keys.queries.ts';
import { PhoneHeader } from '../../../features/markets/components/phone-header.tsx';
import { MarketsScreen } from '../../../features/markets/markets-screen.tsx';
import { type PhonePane, PhoneScreen } from '../../../features/markets/phone-screen.tsx';
import type { WantedPurchase } from '../../../features/orders/average/bring-to.tsx';
import { firstOrder } from '../../../features/orders/orders.queries.ts';
import type { Section, View } from '#contracts/rules/view.ts';
import { later } from '../../../lib/first-view.ts';
import { prefetched } from '../../../lib/prefetched.ts';
import { siteQuery } from '../../../lib/site.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { LiveChip } from '../../../live/live-chip.tsx';
import { useLivePage } from '../../../live/live-provider.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ChartSlot } from './chart/chart-slot.tsx';
import { DESK, useDesk } from './desk/use-desk.ts';
import { FirstStepsSlot } from './first-steps/first-steps-slot.tsx';
import { OrderPanel } from './order-panel.tsx';
import { TabRows } from './tab-rows.tsx';
import { useAveraging } from './use-averaging.ts';
import { useOpenCount } from './use-open-count.ts';
import { useRequestedPrice } from './use-requested-price.ts';

interface Props {
  view: View;
  info: MarketInfo;
  onChange: (change: Partial<View>) => void;
}

/** Side of the order form: the section's own, or the last one on Alerts and History. */
function useSide(section: Section): Side {
  const [last, setLast] = useState<Side>('buy');
  if (section !== 'buy' && section !== 'sell') return last;
  if (section !== last) setLast(section);
  return section;
}

/** Key that orders are placed on; null if there is none, undefined while unknown. */
function useActiveKey({ market }: View) {
  const keys = useDeferredData(useQuery(allKeys).data);
  return keys && (activeGroup(keys, market)?.mainKey ?? null);
}

/** Whether this key has never placed an order; null while unknown. */
function useFirstOrder(market: Market, keyUid: string | null): boolean | null {
  const { data } = useQuery({ ...firstOrder(market, keyUid), enabled: keyUid !== null });
  return data ? !data.ordered : null;
}

/** What a phone shows below the chart; a price picked there goes to the form. */
function usePane(requestPrice: (price: Big, quantity?: Big) => void) {
  const [pane, setPane] = useState<PhonePane>('trade');
  const pick = useCallback(
    (price: Big) => {
      setPane('trade');
      requestPrice(price);
    },
    [requestPrice],
  );
  const fill = useCallback(
    ({ price, quantity }: WantedPurchase) => {
      setPane('trade');
      requestPrice(price, quantity);
    },
    [requestPrice],
  );
  return { pane, setPane, pick, fill };
}

/** Requested at once where the screen has room for it: a phone does without. */
const where = <P extends object>(media: string, load: () => Promise<ComponentType<P>>) =>
  typeof matchMedia === 'function' && matchMedia(media).matches
    ? prefetched(load)
    : lazy(async () => ({ default: await load() }));

const WIDE = '(width >= 992px)';
const DeskTrade = where(DESK, async () => (await import('./desk/desk-trade.tsx')).DeskTrade);
const MarketHeader = where(
  WIDE,
  async () => (await import('../../../features/markets/components/market-header.tsx')).MarketHeader,
);
const Shortcuts = later(async () => (await import('./shortcuts.tsx')).Shortcuts);
const BookPane = lazy(async () => ({ default: (await import('./desk/sides.tsx')).BookPane }));

const PhoneBook = (props: ComponentProps<typeof BookPane>) => (
  <Suspense fallback={<Skeleton lines={1} height="100%" label="Loading market data" />}>
    <BookPane {...props} />
  </Suspense>
);

const Phone = ({ view, ...screen }: Omit<ComponentProps<typeof PhoneScreen>, 'openCount'> & { view: View }) => (
  <PhoneScreen {...screen} openCount={useOpenCount(view)} />
);

const Help = (props: ComponentProps<typeof Shortcuts>) => (
  <Suspense>
    <Shortcuts {...props} />
  </Suspense>
);

/** Composes one pair's screen from the features. */
export function Trade({ view, info, onChange }: Props) {
  useLivePage(view);
  const { data: site } = useQuery(siteQuery);
  const apiKey = useActiveKey(view);
  const { data: unseen = [] } = useQuery(unseenAlerts(view.market));
  const first = useFirstOrder(view.market, apiKey?.uid ?? null);
  const side = useSide(view.section);
  const [choosing, setChoosing] = useState(false);
  const wide = useMedia(WIDE);
  const desk = useDesk();
  const [requestedPrice, requestPrice] = useRequestedPrice({ ...view, section: wide ? view.section : side });
  const { pane, setPane, pick, fill } = usePane(requestPrice);
  const { averaging, onAverage } = useAveraging(view.section, { onRows: () => setPane('positions'), onFill: fill });
  const header = {
    view,
    info,
    openMarkets: site?.markets ?? [view.market],
    liveChip: <LiveChip />,
    choosing,
    onChoosing: setChoosing,
    onChange,
    onAverage,
  };
  const screen = {
    section: view.section,
    unseen: unseen.length,
    onSection: (section: Section) => onChange({ section }),
    chart: <ChartSlot market={view.market} pair={info.symbol} onPickPrice={pick} />,
    form: (
      <OrderPanel
        view={view}
        side={side}
        info={info}
        first={first ?? false}
        apiKey={apiKey}
        requestedPrice={requestedPrice}
        onSide={(section) => onChange({ section })}
      />
    ),
    rows: <TabRows view={view} onChange={onChange} {...averaging} />,
    help: <Help view={view} onChange={onChange} onChoosePair={() => setChoosing(true)} />,
    checklist: (
      <FirstStepsSlot
        market={view.market}
        hasKey={Boolean(apiKey)}
        ordered={first === false}
        onAlerts={() => onChange({ section: 'alerts' })}
      />
    ),
  };
  if (desk) {
    const market = { view, pair: info.symbol, onPickPrice: pick, onChange, onChoosePair: () => setChoosing(true) };
    return <DeskTrade {...screen} header={<MarketHeader {...header} />} desk={desk} market={market} />;
  }
  if (wide) return <MarketsScreen {...screen} header={<MarketHeader {...header} />} />;
  const book = <PhoneBook view={view} pair={info.symbol} onPickPrice={pick} />;
  const phone = { ...screen, header: <PhoneHeader {...header} />, book, pane, onPane: setPane, side };
  return <Phone {...phone} view={view} />;
}
