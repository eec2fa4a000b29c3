import { isolated } from '#contracts/rules/isolated.ts';
import { Refusal } from '../../../lib/errors.ts';
import { letter, type Mail } from '../../../mail/index.ts';
import type { Person } from '../../../http/http-env.ts';
import type { PersonSessions } from '../sessions/person-sessions.ts';
import { erase } from './erase.store.ts';
import type { AccountDeps } from '../deps.ts';

interface StillOpen {
  connectorName: string;
  error: string;
}

interface CanceledOrders {
  left: StillOpen[];
  /** Puts targets and stops back, and lets bots go on. */
  putBack: () => Promise<void>;
}

interface DeletionDeps extends Pick<AccountDeps, 'db' | 'log' | 'audit' | 'mailer'> {
  accounts: {
    sessions: Pick<PersonSessions, 'endAll'>;
    /** Notifies every server to drop this user's data. */
    publishErased: (userId: string) => void;
  };
  /** Cancels open orders on exchanges. What is still open, one line per key, is returned once targets and stops are put back. */
  cancelOpenOrders: (userId: string) => Promise<CanceledOrders>;
  /** Resolves when no process works on the user's orders; refuses when one does not stop. */
  standDown: (userId: string) => Promise<void>;
  /** Remembers deleted accounts for backups that hold them still; null where the database has no backups of ours. */
  deleted: { note: (userId: string) => Promise<void>; takeBack: (userId: string) => Promise<void> } | null;
  /** The returned function is called after the user's alerts are deleted. */
  forgetAlerts: (userId: string) => Promise<() => void>;
}

/** A request in progress may still write a row. */
const LATE_MS = 30_000;

const PUT_BACK =
  'Targets and stops are put back and bots that worked go on, unless your trading is off; entries that were canceled stay canceled.';
const NONE_CANCELED: CanceledOrders = { left: [], putBack: async () => {} };

function refusalOf(left: readonly StillOpen[]): Refusal {
  const lines = left.map(({ connectorName, error }) => `${isolated(connectorName)}: ${error}`).join(' ');
  return new Refusal(
    'conflict',
    `Your account was not deleted, since some orders could not be canceled. ${lines} ${PUT_BACK} Try again, or delete it without canceling: what is open then stays on the exchange.`,
  );
}

/** The same refusal, for a user whose orders were canceled already. */
function afterCanceling(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const { code, message, retryAfter } = error;
  return new Refusal(code, `${message} ${PUT_BACK}`, retryAfter === undefined ? {} : { retryAfter });
}

const farewell = (to: string): Mail => ({
  to,
  ...letter({
    title: 'Your account was deleted',
    paragraphs: [
      'Your Tandem account is gone, with its keys, alerts and history. Whatever you hold is in your exchange account, as before.',
      'If this was not you, someone else knows your password: delete the API keys on your exchange now, and change that password wherever else you use it.',
    ],
  }),
});

/** Deletes accounts completely. */
export function accountDeletion(deps: DeletionDeps) {
  const { db, log, audit, mailer, accounts } = deps;
  const late = new Map<string, NodeJS.Timeout>();

  async function eraseAll(userId: string): Promise<void> {
    const alertsGone = await deps.forgetAlerts(userId);
    await erase(db, userId);
    alertsGone();
  }

  /** E-04: noted first, so that no restored backup brings the account back. */
  async function eraseForGood(userId: string): Promise<void> {
    await deps.deleted?.note(userId);
    try {
      await eraseAll(userId);
    } catch (error) {
      await deps.deleted?.takeBack(userId);
      throw error;
    }
  }

  function eraseLate(userId: string): Promise<void> {
    clearTimeout(late.get(userId));
    late.delete(userId);
    return eraseAll(userId).catch((error: unknown) => log.error({ error, userId }, 'what came late was not erased'));
  }

  return {
    /** Throws when orders were to be canceled and are still open, or are being worked on: the account stays, with its targets and stops. */
    async run({ userId, email }: Person, { cancelOrders }: { cancelOrders: boolean }): Promise<void> {
      const { left, putBack } = cancelOrders ? await deps.cancelOpenOrders(userId) : NONE_CANCELED;
      if (left.length > 0) throw refusalOf(left);
      try {
        await deps.standDown(userId);
        await audit.idle();
        await accounts.sessions.endAll(userId);
        await eraseForGood(userId);
      } catch (error) {
        await putBack();
        throw cancelOrders ? afterCanceling(error) : error;
      }
      accounts.publishErased(userId);
      late.set(userId, setTimeout(() => void eraseLate(userId), LATE_MS).unref());
      mailer.post(async () => farewell(email));
      log.info({ userId }, 'an account was deleted');
    },
    /** Erases now what was to be erased later. */
    async stop(): Promise<void> {
      await Promise.all([...late.keys()].map(eraseLate));
    },
  };
}
export type AccountDeletion = ReturnType<typeof accountDeletion>;
