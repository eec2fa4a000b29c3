import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import { alertList } from '../../features/alerts/alerts.queries.ts';
import { siteQuery } from '../../lib/site.ts';
import { LiveChip } from '../../live/live-chip.tsx';
import { useLivePage } from '../../live/live-provider.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { FirstQueries } from '../first-queries.ts';
import { HEADINGS } from '../headings.ts';
import { Page } from '../page.tsx';
import { AlertsWithOffer } from './alerts/alerts-with-offer.tsx';

const MARKET: Market = 'binance';
const PAIR = { symbolName: 'xrp_usdt', counterEarning: true };

export const firstQueries: FirstQueries = (client) => [
  client.ensureInfiniteQueryData(alertList({ market: MARKET, favorite: false, search: '' })),
];

/** Hidden if the site offers only one market. */
function MarketChoice({ market, onChange }: { market: Market; onChange: (market: Market) => void }) {
  const { data: site } = useQuery(siteQuery);
  const open = MARKETS.filter((name) => site?.markets.includes(name));
  if (open.length < 2) return null;
  const options = open.map((name) => ({ value: name, label: name.toUpperCase() }));
  return <Segments label="Market" labelHidden options={options} value={market} onChange={onChange} />;
}

/** `?alert=<id>` comes from a notification; `?new` opens the form. */
export function AlertsPage() {
  const [search] = useSearchParams();
  const [market, setMarket] = useState(MARKET);
  useLivePage({ market, ...PAIR });
  const highlightedId = search.get('alert');
  return (
    <Page title={HEADINGS['/alerts']} actions={<LiveChip />}>
      <MarketChoice market={market} onChange={setMarket} />
      <AlertsWithOffer
        key={`${market} ${search.toString()}`}
        market={market}
        pairName={PAIR.symbolName}
        highlightedId={highlightedId}
        formOpen={search.has('new')}
      />
    </Page>
  );
}
