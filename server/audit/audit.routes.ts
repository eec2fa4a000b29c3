import { listAuditEvents, listSecretUses, SecretPurpose } from '#contracts/audit.ts';
import { HOUR } from '#contracts/rules/time.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import { serve, type Site } from '../http/serve.ts';
import type { Clock } from '../lib/clock.ts';
import type { Audit } from './index.ts';
import { TWO_FACTOR } from './secret-uses.store.ts';

interface AuditDeps {
  audit: Pick<Audit, 'page' | 'firstBroken' | 'secrets'>;
  clock: Clock;
}

const hourOf = (time: number): number => Math.floor(time / HOUR);
const lastPage = (total: number): number => Math.max(0, Math.ceil(total / PAGE_SIZE) - 1);

export function auditRoutes(site: Site, { audit, clock }: AuditDeps): void {
  serve(site, listSecretUses, async ({ person: { userId }, query }) => {
    const page = query.page ?? 0;
    const [{ rows, total }, intact] = await Promise.all([
      audit.secrets.hours(userId, { page, size: PAGE_SIZE }),
      audit.secrets.areIntact(userId),
    ]);
    const content = rows.map(({ secret, name, purpose, uses, firstAt, lastAt }) => ({
      keyUid: secret === TWO_FACTOR ? null : secret,
      keyName: name,
      purpose: SecretPurpose.parse(purpose),
      uses,
      firstAt,
      lastAt,
      final: hourOf(lastAt) < hourOf(clock()),
    }));
    return { content, totalRecords: total, pageNumber: page, lastPageNumber: lastPage(total), intact };
  });

  serve(site, listAuditEvents, async ({ person: { userId }, query }) => {
    const page = query.page ?? 0;
    const [{ rows, total }, firstBroken] = await Promise.all([
      audit.page(userId, { page, size: PAGE_SIZE }),
      audit.firstBroken(userId),
    ]);
    return {
      content: rows.map(({ seq, kind, details, at }) => ({ seq, kind, details, at })),
      totalRecords: total,
      pageNumber: page,
      lastPageNumber: lastPage(total),
      intact: firstBroken === null,
    };
  });
}
