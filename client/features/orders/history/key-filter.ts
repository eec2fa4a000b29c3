import type { HistoryFilter } from '#contracts/history.ts';
import type { Choice, HistoryKeys } from './filters.tsx';

/** Query parameters for a choice of keys; all keys while the active key is unknown. */
export function keyFilter(
  uid: Choice['uid'],
  { active }: Pick<HistoryKeys, 'active'>,
): Pick<HistoryFilter, 'uid' | 'scope'> {
  if (uid === 'all' || uid === 'group') return { scope: uid };
  const named = uid || active?.uid;
  return named === undefined ? { scope: 'all' } : { uid: named };
}
