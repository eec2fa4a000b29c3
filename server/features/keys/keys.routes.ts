import { listKeys } from '#contracts/keys.ts';
import { addKey, createPaperKey, repeatOutsideDeals, sizeCopyKey } from '#contracts/key-edits.ts';
import { resetPaperKey } from '#contracts/copying.ts';
import { getWorth } from '#contracts/worth.ts';
import { HOUR } from '#contracts/rules/time.ts';
import { serve, type Site } from '../../http/serve.ts';
import { Refusal } from '../../lib/errors.ts';
import { mask } from '../../lib/mask.ts';
import { presentKeyGroups } from './keys.presenter.ts';
import type { KeyRouteDeps } from './route-deps.ts';

const PAPER_ONLY = 'This call exists in paper mode only.';

export function keysRoutes(site: Site, { keys, audit, blocks, paper, sharedLimits }: KeyRouteDeps): void {
  const paperAccounts = sharedLimits.perName({ name: 'paper accounts', most: 20, windowMs: HOUR });

  serve(site, listKeys, async ({ person }) => ({
    apiKeyMarketGroups: presentKeyGroups(await keys.list(person.userId)),
  }));

  serve(site, getWorth, ({ person, query }) => keys.worth(person.userId, query.span));

  serve(site, addKey, async ({ person: { userId }, json }) => {
    const added = await keys.add(userId, json);
    const { market, name, key } = json;
    if (added.uid) await audit.record(userId, 'key-added', { market, name, key: mask(key) });
    return added;
  });

  serve(site, sizeCopyKey, async ({ person: { userId }, json }) => {
    await keys.sizeCopy(userId, json);
    const rule = {
      multiplier: json.multiplier.toFixed(),
      ceiling: json.ceiling?.toFixed() ?? null,
      fixed: json.fixed?.toFixed() ?? null,
    };
    await audit.record(userId, 'key-changed', { uid: json.updateUid, ...rule });
    return { error: null };
  });

  serve(site, repeatOutsideDeals, async ({ person: { userId }, json }) => {
    await keys.repeatOutside(userId, json);
    const { mainUid: uid, repeatOutside } = json;
    await audit.record(userId, 'key-changed', { uid, repeatOutside });
    return { error: null };
  });

  serve(site, createPaperKey, async ({ person }) => {
    if (!paper) throw new Refusal('not-found', PAPER_ONLY);
    await paperAccounts.take(person.userId, 'At most 20 new paper accounts an hour. Use one that you have.');
    return paper.createAccount();
  });

  serve(site, resetPaperKey, async ({ person: { userId }, json: { uid } }) => {
    const key = await keys.apiKey(userId, uid);
    if (!paper) throw new Refusal('not-found', PAPER_ONLY);
    const busy = await blocks.botFault(userId, uid);
    if (busy !== null) throw new Refusal('conflict', busy);
    await blocks.leave(userId, uid);
    await paper.resetAccount(key);
    keys.changed(userId, uid);
    await audit.record(userId, 'key-changed', { uid, reset: true });
    return { error: null };
  });
}
