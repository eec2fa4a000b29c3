import { listAuditEvents } from '#contracts/audit.ts';
import { PAGE_SIZE } from '#contracts/symbol.ts';
import { serve, type Site } from '../http/serve.ts';
import type { Audit } from './index.ts';

export function auditRoutes(site: Site, audit: Pick<Audit, 'page' | 'firstBroken'>): void {
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
      lastPageNumber: Math.max(0, Math.ceil(total / PAGE_SIZE) - 1),
      intact: firstBroken === null,
    };
  });
}
