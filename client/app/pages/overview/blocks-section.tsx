import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { Market } from '#contracts/symbol.ts';
import { useAlertPrices } from '../../../features/alerts/use-alert-price.ts';
import { botList } from '../../../features/bots/bots.queries.ts';
import { allKeys } from '../../../features/keys/keys.queries.ts';
import { worthOver } from '../../../features/keys/overview/worth.queries.ts';
import { viewPath } from '../../../features/markets/view-path.ts';
import { NeedsYou } from '../../../features/orders/overview/needs.tsx';
import { OpenBlocks, type Shown } from '../../../features/orders/overview/open-blocks.tsx';
import { usePositions } from '../../../features/orders/overview/positions.ts';
import { useDeferredData } from '../../../lib/use-deferred-data.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { botNeeds } from './bot-needs.tsx';
import { keyNeeds } from './key-needs.tsx';
import styles from './overview-page.module.css';
import { unchecked } from './unchecked.tsx';

const StopsDialog = lazy(async () => ({
  default: (await import('../../../features/orders/overview/stops-dialog.tsx')).StopsDialog,
}));
const EventsDialog = lazy(async () => ({
  default: (await import('../../../features/orders/rows/events/events-dialog.tsx')).EventsDialog,
}));

interface Props {
  /** Whose prices the page follows. */
  market: Market;
  offline: boolean;
  marketsPath: string;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

const placeOf = ({ symbol, counterEarning, section }: OrderBlock): string =>
  viewPath({ market: symbol.market as Market, symbolName: symbol.name, counterEarning, section });

/** What needs the person, then all open blocks; both from the same rows. */
export function BlocksSection({ market, offline, marketsPath, shown, onShow }: Props) {
  const [stopsOf, setStopsOf] = useState<readonly string[] | null>(null);
  const [storyOf, setStoryOf] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const byName = useDeferredValue(useAlertPrices());
  const prices = useMemo(() => ({ market, byName }), [market, byName]);
  const { query, blocks } = usePositions(prices);
  const keys = useQuery(allKeys);
  const bots = useQuery(botList);
  const { data: worth } = useQuery(worthOver('1d'));
  const loaded = useDeferredData(blocks);
  if (!loaded)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <Skeleton lines={5} height="56px" label="Loading your open blocks" />
    );
  const story = loaded.find(({ orders }) => orders[0]?.blockId === storyOf);
  const acts = { offline, placeOf, onStop: setStopsOf, onStory: setStoryOf };
  const whole = worth?.unknown.length === 0 ? worth.usdt : null;
  return (
    <>
      <AsOf of={query} offline={offline} changes="changes are disabled" />
      <NeedsYou
        blocks={loaded}
        others={[
          ...unchecked('keys', keys),
          ...unchecked('bots', bots),
          ...keyNeeds(keys.data),
          ...botNeeds(bots.data),
        ]}
        isWhole={keys.data !== undefined && bots.data !== undefined}
        onUnprotected={() => list.current?.scrollIntoView({ block: 'start' })}
        {...acts}
      />
      <div ref={list} className={styles.list}>
        <OpenBlocks blocks={loaded} worth={whole} shown={shown} onShow={onShow} marketsPath={marketsPath} {...acts} />
      </div>
      <Suspense>
        {stopsOf ? <StopsDialog blockIds={stopsOf} offline={offline} onClose={() => setStopsOf(null)} /> : null}
        {story && storyOf !== null ? (
          <EventsDialog orders={story.orders} blockId={storyOf} offline={offline} onClose={() => setStoryOf(null)} />
        ) : null}
      </Suspense>
    </>
  );
}
