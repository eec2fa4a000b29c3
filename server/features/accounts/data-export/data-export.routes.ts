import { exportData } from '#contracts/data-export.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { Audit } from '../../../audit/index.ts';
import { download } from '../../../http/download.ts';
import { rateLimit } from '../../../runtime/request-limits/rate-limit.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { requestContext } from '../../../http/request-origin.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Accounts } from '../index.ts';
import { csvExport, jsonExport } from './export-data.ts';

interface Deps {
  accounts: Pick<Accounts, 'personalData'>;
  audit: Pick<Audit, 'record'>;
  clock: Clock;
  trustProxy: boolean;
}

export function dataExportRoutes(site: Site, { accounts, audit, clock, trustProxy }: Deps): void {
  const exports = rateLimit({ most: 60, windowMs: HOUR, clock });

  serve(site, exportData, async ({ c, person: { userId }, query: { format, kind } }) => {
    exports.take(userId, 'At most 60 downloads of your data an hour.');
    const data = accounts.personalData(userId);
    await audit.record(userId, 'data-exported', {
      format,
      ...(format === 'csv' && { kind }),
      ...requestContext(c, trustProxy),
    });
    return format === 'json'
      ? download(c, { name: 'tandem.json', type: 'application/json' }, jsonExport(data, clock()))
      : download(c, { name: `tandem-${kind}.csv`, type: 'text/csv' }, csvExport(data, kind));
  });
}
