import { endOtherSessions, endSession, listSessions } from '#contracts/sessions.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Accounts } from '../index.ts';
import { deviceName } from '../../../lib/device-name.ts';

export function sessionsRoutes(site: Site, { sessions }: Pick<Accounts, 'sessions'>): void {
  serve(site, listSessions, async ({ person }) => {
    const rows = await sessions.list(person.userId);
    return {
      sessions: rows.map(({ id, userAgent, address, createdAt, usedAt }) => ({
        id,
        device: deviceName(userAgent),
        address,
        signedInAt: createdAt,
        usedAt,
        current: id === person.sessionId,
      })),
    };
  });

  serve(site, endSession, async ({ person, params }) => {
    const ended = await sessions.revoke(person.userId, params.id);
    if (ended === 0) throw new Refusal('not-found', 'This session has ended already.');
    return { ended };
  });

  serve(site, endOtherSessions, async ({ person }) => ({
    ended: await sessions.revokeOthers(person.userId, person.sessionId),
  }));
}
