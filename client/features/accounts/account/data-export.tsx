import { type ExportKind, exportData } from '#contracts/data-export.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from './data-export.module.css';

const KINDS: Record<ExportKind, string> = {
  orders: 'Orders',
  fills: 'Trades',
  blocks: 'Order blocks',
  positions: 'Positions by key',
  events: 'Events of each block',
  notes: 'Tags and notes',
  bots: 'Bots',
  botLinks: 'Links to the settings of bots',
  botRuns: 'Runs of bots',
  botLevels: 'Levels of bots',
  botAssets: 'Assets of baskets',
  botRebalancings: 'Rebalancings of baskets',
  botOrders: 'Orders of bots',
  botFills: 'Trades of bots',
  botDeals: 'Deals of bots',
  botDealBlocks: 'Order blocks of their deals',
  botEvents: 'Events of bots',
  backtests: 'Backtests',
  backtestFiles: 'Files of prices',
  hooks: 'Signal hooks',
  hookSignals: 'Signals',
  webhooks: 'Endpoints for events',
  webhookDeliveries: 'Events sent to them',
  alerts: 'Alerts',
  firings: 'Fired alerts',
  keys: 'API keys, masked',
  lossLimits: 'Loss limits',
  worth: 'Worth of each key over time',
  profile: 'Profile',
  sessions: 'Signed-in devices',
  passkeys: 'Passkeys',
  tokens: 'API tokens',
  tokenUses: 'Uses of API tokens',
  pushDevices: 'Devices with notifications',
  deliveries: 'Sent messages',
  messages: 'Messages to support, not yet delivered',
  audit: 'Account activity',
  secretUses: 'Uses of stored secrets',
};
const OPTIONS = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** Downloaded by the browser itself. */
const addressOf = (query: Record<string, string>) => `${exportData.path}?${new URLSearchParams(query).toString()}`;

export function DataExport() {
  const [kind, setKind] = useState('orders');
  return (
    <Card title="Download your data">
      <p className={styles.text}>
        Everything stored about you, without secrets: no password, no API secrets, API keys masked.
      </p>
      <ButtonLink
        to={addressOf({ format: 'json' })}
        reloadDocument
        download
        variant="quiet"
        icon={Download}
        className={styles.whole}
      >
        Everything as JSON
      </ButtonLink>
      <div className={styles.part}>
        <Select label="Or a table" value={kind} options={OPTIONS} onChange={(event) => setKind(event.target.value)} />
        <ButtonLink to={addressOf({ format: 'csv', kind })} reloadDocument download variant="quiet" icon={Download}>
          CSV
        </ButtonLink>
      </div>
    </Card>
  );
}
