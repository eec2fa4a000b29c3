import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { MarketInfo } from '#contracts/markets.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import { unseenAlerts } from '../../../features/alerts/unseen.queries.ts';
import { activeGroup, allKeys } from '../../../features/keys/keys.queries.ts';
import { PhoneHeader } from '../../../features/markets/components/phone-header.tsx';
import { MarketsScreen, type MarketsScreenProps } from '../../../features/markets/markets-screen.tsx';
import { type PhonePane, PhoneScreen } from '../../../features/markets/phone-screen.tsx';
import type { DataTabs } from '../../../features/markets/section-tabs.ts';
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
import type { SidesProps } from './desk/sides.tsx';
import { DESK, useDesk } from './desk/use-desk.ts';
import { FirstStepsSlot } from './first-steps/first-steps-slot.tsx';
import { OrderPanel } from './order-panel.tsx';
import { TabRows } from './tab-rows.tsx';
import { useAveraging } from './use-averaging.ts';
import { useDataTab } from './use-data-tab.ts';
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

/** What stands below the chart, on a phone and on a wider screen; a price picked there goes to the form. */
function usePane(section: Section, requestPrice: (price: Big, quantity?: Big) => void) {
  const [pane, setPane] = useState<PhonePane>('trade');
  const [shown, onShow] = useDataTab(section);
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
  const onRows = () => {
    setPane('positions');
    onShow(null);
  };
  return { pane, setPane, pick, fill, data: { shown, onShow }, onRows };
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
const DataPane = lazy(async () => ({ default: (await import('./desk/sides.tsx')).DataPane }));

const MarketData = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton lines={1} height="100%" label="Loading market data" />}>{children}</Suspense>
);

const PhoneBook = (props: ComponentProps<typeof BookPane>) => (
  <MarketData>
    <BookPane {...props} />
  </MarketData>
);

interface WideProps extends MarketsScreenProps {
  data: Omit<DataTabs, 'content'>;
  market: Omit<SidesProps, 'onPair'> & Pick<Props, 'onChange'>;
}

function Wide({ data, market: { onChange, ...rest }, ...screen }: WideProps) {
  const desk = useDesk();
  const market = { ...rest, onPair: (symbolName: string) => onChange({ symbolName }) };
  const content = data.shown && (
    <MarketData>
      <DataPane of={data.shown} {...market} />
    </MarketData>
  );
  const tabs = { ...data, content };
  if (desk) return <DeskTrade {...screen} data={tabs} desk={desk} market={market} />;
  return <MarketsScreen {...screen} data={tabs} />;
}

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
  const [requestedPrice, requestPrice] = useRequestedPrice({ ...view, section: wide ? view.section : side });
  const { pane, setPane, pick, fill, data, onRows } = usePane(view.section, requestPrice);
  const { averaging, onAverage } = useAveraging(view.section, { onRows, onFill: fill });
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
  if (wide) {
    const market = { view, pair: info.symbol, onPickPrice: pick, onChange, onChoosePair: () => setChoosing(true) };
    return <Wide {...screen} header={<MarketHeader {...header} />} market={market} data={data} />;
  }
  const book = <PhoneBook view={view} pair={info.symbol} onPickPrice={pick} />;
  const phone = { ...screen, header: <PhoneHeader {...header} />, book, pane, onPane: setPane, side };
  return <Phone {...phone} view={view} />;
}
