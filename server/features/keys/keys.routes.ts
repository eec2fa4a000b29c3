import { addKey, createPaperKey, listKeys, repeatOutsideDeals, sizeCopyKey } from '#contracts/keys.ts';
import { rateLimit } from '../../http/rate-limit.ts';
import { serve, type Site } from '../../http/serve.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Keys } from './index.ts';
import { presentKeyGroups } from './keys.presenter.ts';

interface Needs {
  keys: Keys;
  clock: Clock;
  /** Opens a funded paper account; null in live mode. */
  createPaperAccount: (() => Promise<{ key: string; secret: string }>) | null;
}

export function keysRoutes(site: Site, { keys, clock, createPaperAccount }: Needs): void {
  const paperAccounts = rateLimit({ most: 20, windowMs: 3_600_000, clock });

  serve(site, listKeys, async ({ person }) => ({
    apiKeyMarketGroups: presentKeyGroups(await keys.list(person.userId)),
  }));

  serve(site, addKey, ({ person, json }) => keys.add(person.userId, json));

  serve(site, sizeCopyKey, async ({ person, json }) => {
    await keys.sizeCopy(person.userId, json);
    return { error: null };
  });

  serve(site, repeatOutsideDeals, async ({ person, json }) => {
    await keys.repeatOutside(person.userId, json);
    return { error: null };
  });

  serve(site, createPaperKey, async ({ person }) => {
    if (!createPaperAccount) throw new Refusal('not-found', 'Paper keys exist in paper mode only.');
    paperAccounts.take(person.userId, 'At most 20 new paper accounts an hour. Use one that you have.');
    return createPaperAccount();
  });
}
