import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { LossRow } from '../loss-limits.store.ts';

const CENTS = 2;
const usdt = (amount: Big): string => `${grouped(amount, CENTS)} USDT`;

/** Why a bot is paused or stopped. */
export const BOT_REASON = 'The loss limit is reached.';

interface Reached {
  row: LossRow;
  lost: Big;
  allowed: Big;
  /** Of its key; null for the whole account. */
  keyName: string | null;
}

/** What its owner reads once a limit is reached. */
export function lossText({ row, lost, allowed, keyName }: Reached): { title: string; text: string } {
  const what = row.kind === 'fall-percent' ? 'below the highest value' : 'lost today';
  const where = keyName === null ? '' : ` on ${isolated(keyName)}`;
  const until = row.kind === 'fall-percent' ? 'until you set the limit anew' : 'until 00:00 UTC';
  const then = row.closesAll
    ? 'Everything that is open is being closed at market.'
    : 'What is open stays, with its targets and stops; entries that rest on the exchange stay too.';
  return {
    title: `Loss limit reached${where}`,
    text: `${usdt(lost)} ${what}; the limit is ${usdt(allowed)}. No new entries ${until}, and bots are ${row.closesAll ? 'stopped' : 'paused'}. ${then}`,
  };
}
