import type { KeyReport } from '#contracts/key-edits.ts';
import type { KeyCheck } from '../../../exchanges/exchange.ts';

export const reportOf = (check: KeyCheck, checkedAt: number): KeyReport => ({
  ok: check.ok,
  sentence: check.ok ? null : check.sentence,
  address: check.ok ? null : (check.address ?? null),
  rights: check.rights,
  checkedAt,
});
