import type { KeyReport } from '#contracts/key-edits.ts';
import { DAY, MINUTE } from '#contracts/rules/time.ts';
import type { Market } from '#contracts/symbol.ts';
import { Refusal } from '../../../lib/errors.ts';
import { type KeyRow, keysStore } from '../keys.store.ts';
import { keyChecksStore } from './key-checks.store.ts';
import { reportOf } from './report.ts';
import type { KeyContext } from '../deps.ts';

/** S-31: the interval between checks of a key. */
const EVERY = DAY;
const ROUND_EVERY = 15 * MINUTE;
const MOST_A_ROUND = 100;

interface CheckDeps extends Pick<KeyContext, 'db' | 'clock' | 'log' | 'exchanges' | 'open'> {
  /** A key was disabled or enabled. */
  onSwitch: (row: KeyRow, disabledReason: string | null) => Promise<void>;
  /** A key was checked; null without a fault. */
  onResult: (row: KeyRow, fault: string | null) => void;
}

/** Checks keys' permissions on their exchanges: on request, and each day. */
export function keyChecks({ db, clock, log, exchanges, open, onSwitch, onResult }: CheckDeps) {
  const store = keyChecksStore(db);
  let timer: NodeJS.Timeout | null = null;
  let round = Promise.resolve();

  async function examine(row: KeyRow): Promise<KeyReport | null> {
    const exchange = exchanges.get(row.market as Market);
    if (!exchange) return null;
    const check = await exchange.checkKey((await open(row)).credentials);
    const report = reportOf(check, clock());
    if (check.ok || check.fault !== 'unreachable') onResult(row, report.sentence);
    // A key that may withdraw is disabled; a failed check is reported and repeated.
    if (!check.ok && check.fault !== 'can-withdraw') return report;
    const disabledReason = check.ok ? null : check.sentence;
    if (await store.note(row, { checkedAt: report.checkedAt, disabledReason })) await onSwitch(row, disabledReason);
    return report;
  }

  async function goRound(): Promise<void> {
    for (const row of await store.due(clock() - EVERY, MOST_A_ROUND)) {
      if (timer === null) return;
      await examine(row).catch((error: unknown) => log.error({ error, keyId: row.id }, 'a key was not checked'));
    }
  }
  const startRound = (): void => {
    round = round.then(goRound).catch((error: unknown) => log.error({ error }, 'checking keys failed'));
  };

  return {
    async check(userId: string, keyId: string): Promise<KeyReport> {
      const row = await keysStore(db, userId).byId(keyId);
      if (!row) throw new Refusal('not-found', 'There is no such key.');
      const report = await examine(row);
      if (!report) throw new Refusal('unavailable', `${row.market} is switched off here.`);
      return report;
    },
    start(): void {
      timer = setInterval(startRound, ROUND_EVERY);
      startRound();
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      timer = null;
      await round;
    },
  };
}
