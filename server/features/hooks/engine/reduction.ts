import type { Big } from 'big.js';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { shareOfWorth } from '../../../domain/signals/strategy-sizes.ts';
import type { HookEngineDeps } from '../deps.ts';
import { signalsStore } from '../signals.store.ts';
import type { Acting } from './outcome.ts';

const NOT_BOUGHT = 'Its entry has not begun to fill.';
const MAY_NOT_CLOSE = 'Its amount is worth all that this hook holds, and this hook may not close.';

/** W-8: a reduction by an amount is one by a share of what is held from here on, or the close of all of it. */
export async function asShare(
  { db }: Pick<HookEngineDeps, 'db'>,
  acting: Acting,
  { held, price }: { held: Big; price: Big },
): Promise<Acting | { fault: string }> {
  const { hook, template, row } = acting;
  if (row.share || !row.amount) return acting;
  if (held.lte(ZERO)) return { fault: NOT_BOUGHT };
  const share = shareOfWorth(row.amount, { held, price });
  const isAll = share.gte(ONE);
  if (isAll && !template.actions.includes('close')) return { fault: MAY_NOT_CLOSE };
  const is = isAll ? { action: 'close' as const } : { share };
  await signalsStore(db, { userId: hook.userId, hookId: hook.id }).setReduction(row.id, is);
  return { ...acting, row: { ...row, ...is } };
}
