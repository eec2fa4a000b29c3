import type { ResponseOf } from '#contracts/endpoint.ts';
import type { listCopyDeals } from '#contracts/copying.ts';
import { lastCopied } from './last-deals.store.ts';
import { blockPresenter, type ListDeps } from './present-block.ts';

const SHOWN = 10;

/** A copy key's last deals next to the main key's: what was planned, placed and filled, at what average, and why not. */
export async function copyDeals(
  deps: ListDeps,
  userId: string,
  keyId: string,
): Promise<ResponseOf<typeof listCopyDeals>> {
  const views = await lastCopied(deps.db, userId, { keyId, most: SHOWN });
  const deals = views.flatMap((view) => {
    const [main] = view.positions;
    const copy = view.positions.find((position) => position.keyId === keyId);
    const present = blockPresenter(deps, view);
    return main && copy ? [{ copy: present(copy), main: present(main) }] : [];
  });
  return { deals };
}
