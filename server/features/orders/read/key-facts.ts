import type { KeyFacts } from '#contracts/key-facts.ts';
import type { OpenPosition } from '#contracts/overview.ts';
import { exposureOf } from '#contracts/rules/exposure.ts';
import type { Keys } from '../../keys/index.ts';
import { readViews } from '../store/block-view.store.ts';
import { lastBlocks } from './last-deals.store.ts';
import { openPositions } from './open-positions.ts';
import { blockPresenter, type ListDeps } from './present-block.ts';

type Last = KeyFacts['last'];

/** Null where a part is not known: a sum without it would say something else. */
function openResult(open: readonly OpenPosition[], keyId: string): KeyFacts['openResult'] {
  const own = open.map((block) => ({ ...block, orders: block.orders.filter(({ keyUid }) => keyUid === keyId) }));
  const { result, unknown } = exposureOf(own);
  return unknown > 0 ? null : result;
}

async function lastDeals(deps: ListDeps, userId: string): Promise<Map<string, Last>> {
  const found = await lastBlocks(deps.db, userId);
  const ids = [...new Set(found.map(({ blockId }) => blockId))];
  const views = new Map((await readViews(deps.db, userId, ids)).map((view) => [view.block.id, view]));
  const deals = new Map<string, Last>();
  for (const { keyId, blockId } of found) {
    const view = views.get(blockId);
    const position = view?.positions.find((part) => part.keyId === keyId);
    if (!view || !position) continue;
    const { symbol, section, firstPlacedTime: at, status, statusReason } = blockPresenter(deps, view)(position);
    const pair = `${symbol.baseCurrency}/${symbol.counterCurrency}`;
    deals.set(keyId, { at, pair, section, status, statusReason });
  }
  return deals;
}

/** How each of a person's keys stands, for all of them at once. */
export async function keyFacts(
  deps: ListDeps & { keys: Pick<Keys, 'activeIds' | 'ids'> },
  userId: string,
): Promise<KeyFacts[]> {
  const [ids, open, last] = await Promise.all([
    deps.keys.ids(userId),
    openPositions(deps, userId),
    lastDeals(deps, userId),
  ]);
  return ids.map((uid) => ({ uid, openResult: openResult(open, uid), last: last.get(uid) ?? null }));
}
