import { getBotLink, openSharedBot, shareBot, unshareBot } from '#contracts/bot-links.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { serve, type Site } from '../../../http/serve.ts';
import { newId } from '../../../lib/id.ts';
import { newToken } from '../../../lib/token.ts';
import { rateLimit } from '../../../runtime/request-limits/rate-limit.ts';
import { botsStore } from '../bots.store.ts';
import { gone } from '../commands/drafts.ts';
import type { BotDeps } from '../deps.ts';
import { type LinkRow, linksStore } from '../bot-links.store.ts';
import { openLink } from './open-link.ts';

const presentLink = (link: LinkRow | null) => ({
  link: link && { token: link.token, figures: link.figures, createdAt: link.createdAt },
});

/** C-23. */
export function sharingRoutes(site: Site, deps: BotDeps): void {
  const { db, clock } = deps;
  async function requireBot(userId: string, botId: string): Promise<void> {
    if (!(await botsStore(db, userId).find(botId))) throw gone();
  }
  serve(site, getBotLink, async ({ person: { userId }, params: { botId } }) => {
    await requireBot(userId, botId);
    return presentLink(await linksStore(db, userId).find(botId));
  });
  serve(site, shareBot, async ({ person: { userId }, params: { botId }, json: { figures } }) => {
    await requireBot(userId, botId);
    const link = { id: newId(), botId, token: newToken(), figures, createdAt: clock() };
    return presentLink(await linksStore(db, userId).share(link));
  });
  serve(site, unshareBot, async ({ person: { userId }, params: { botId } }) => {
    await requireBot(userId, botId);
    await linksStore(db, userId).revoke(botId, clock());
    return presentLink(null);
  });
  const opened = rateLimit({ most: 20, windowMs: MINUTE, clock });
  serve(site, openSharedBot, async ({ person: { userId }, json: { token } }) => {
    opened.take(userId, 'Too many shared bots at once. Try again in a moment.');
    return openLink(deps, token);
  });
}
