import type { Big } from 'big.js';
import type { Audit } from '../../audit/index.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { ResultPart } from '../../domain/exit-plan/day-result.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';

/** What a person is notified of once a limit is reached: on every open page, by push, mail and in the linked chat. */
export interface LossNotice {
  userId: string;
  now: number;
  title: string;
  text: string;
}

export interface LossLimitDeps {
  db: Db;
  clock: Clock;
  log: Log;
  audit: Pick<Audit, 'record'>;
  notifications: { queueLossNotice: (tx: Tx, notice: LossNotice) => Promise<void>; wake: () => void };
  /** What blocks and bots came to in USDT: the open ones, and those that ended since (UTC epoch ms). */
  resultsSince: (userId: string, since: number) => Promise<ResultPart[]>;
  keysOf: (userId: string) => Promise<{ keyId: string; name: string }[]>;
  /** What each key in use is worth now, USDT; null while that is not known. */
  worthsOf: (userId: string) => Promise<{ keyId: string; usdt: Big | null }[]>;
  /** Has every process read what is reached. */
  gateChanged: () => Promise<void>;
}

/** What is done once a limit is reached, again and again while it is; `keyId` null is the whole account. */
export interface LossActions {
  haltBots: (userId: string, of: { keyId: string | null; reason: string; closes: boolean }) => Promise<void>;
  closePositions: (userId: string, keyId: string | null) => Promise<void>;
}
