import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const ExportKind = z.enum([
  'profile',
  'sessions',
  'passkeys',
  'tokens',
  'tokenUses',
  'keys',
  'blocks',
  'positions',
  'orders',
  'fills',
  'events',
  'notes',
  'bots',
  'botLinks',
  'botRuns',
  'botLevels',
  'botAssets',
  'botRebalancings',
  'botOrders',
  'botFills',
  'botDeals',
  'botDealBlocks',
  'botEvents',
  'backtests',
  'backtestFiles',
  'hooks',
  'hookSignals',
  'webhooks',
  'webhookDeliveries',
  'alerts',
  'firings',
  'pushDevices',
  'deliveries',
  'messages',
  'audit',
  'secretUses',
  'worth',
  'lossLimits',
]);
export type ExportKind = z.output<typeof ExportKind>;

/** A download, JSON or text/csv. */
export const exportData = endpoint({
  method: 'get',
  path: '/api/user/export',
  summary: 'Everything that is kept of the person, without secrets: JSON whole, CSV one kind a file',
  access: 'person',
  query: z.strictObject({
    format: z._default(z.enum(['json', 'csv'], 'A format is json or csv.'), 'json'),
    kind: z._default(z.enum(ExportKind.options, `A kind is one of ${ExportKind.options.join(', ')}.`), 'orders'),
  }),
  response: z.unknown(),
});
