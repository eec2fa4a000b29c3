import { exportData } from '#contracts/data-export.ts';
import { HOUR } from '#contracts/rules/time.ts';
import { download } from '../../../http/download.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { requestContext } from '../../../http/request-origin.ts';
import { csvExport, jsonExport } from './export-data.ts';
import type { AccountDeps } from '../deps.ts';
import type { RouteDeps } from '../route-deps.ts';

export function dataExportRoutes(
  site: Site,
  {
    accounts,
    audit,
    clock,
    trustProxy,
    sharedLimits,
  }: Omit<RouteDeps, 'log' | 'publicUrl'> & Pick<AccountDeps, 'audit' | 'clock'>,
): void {
  const exports = sharedLimits.perName({ name: 'data exports', most: 60, windowMs: HOUR });

  serve(site, exportData, async ({ c, person: { userId }, query: { format, kind } }) => {
    await exports.take(userId, 'At most 60 downloads of your data an hour.');
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
