import { isolated } from '#contracts/rules/isolated.ts';
import type { Audit } from '../../../audit/index.ts';
import type { Db } from '../../../db/client.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import { letter, type Mail, type Mailer } from '../../../mail/index.ts';
import type { Person } from '../../../http/http-env.ts';
import type { PersonSessions } from '../sessions/person-sessions.ts';
import { erase } from './erase.store.ts';

interface StillOpen {
  connectorName: string;
  error: string;
}

interface Deps {
  db: Db;
  log: Log;
  audit: Pick<Audit, 'idle'>;
  mailer: Pick<Mailer, 'post'>;
  accounts: {
    sessions: Pick<PersonSessions, 'endAll'>;
    /** To every server: forget this person. */
    publishErased: (userId: string) => void;
  };
  /** Cancels what is open on exchanges; answers what is still open, a line a key. */
  cancelOpenOrders: (userId: string) => Promise<StillOpen[]>;
  /** Once it answers, nobody works on the person's orders. */
  standDown: (userId: string) => Promise<void>;
  /** What it answers is called once the person's alerts are gone. */
  forgetAlerts: (userId: string) => Promise<() => void>;
}

/** A call that was under way while the account went may still write a row. */
const LATE_MS = 30_000;

function refusalOf(left: readonly StillOpen[]): Refusal {
  const lines = left.map(({ connectorName, error }) => `${isolated(connectorName)}: ${error}`).join(' ');
  return new Refusal(
    'conflict',
    `Your account was not deleted, since some orders could not be canceled. ${lines} Try again, or delete it without canceling: what is open then stays on the exchange.`,
  );
}

const farewell = (to: string): Mail => ({
  to,
  ...letter({
    title: 'Your account was deleted',
    paragraphs: [
      'Your Tandem account is gone, with its keys, alerts and history. Whatever you hold is in your exchange account, as before.',
      'If this was not you, somebody knows your password: delete the API keys on your exchange now, and change that password wherever else you use it.',
    ],
  }),
});

/** Deletes accounts, whole. */
export function accountDeletion(deps: Deps) {
  const { db, log, audit, mailer, accounts } = deps;
  const late = new Map<string, NodeJS.Timeout>();

  async function eraseAll(userId: string): Promise<void> {
    const alertsGone = await deps.forgetAlerts(userId);
    await erase(db, userId);
    alertsGone();
  }

  function eraseLate(userId: string): Promise<void> {
    clearTimeout(late.get(userId));
    late.delete(userId);
    return eraseAll(userId).catch((error: unknown) => log.error({ error, userId }, 'what came late was not erased'));
  }

  return {
    /** Refuses, with everything as it was, when orders were to be cancelled and are still open. */
    async run({ userId, email }: Person, { cancelOrders }: { cancelOrders: boolean }): Promise<void> {
      const left = cancelOrders ? await deps.cancelOpenOrders(userId) : [];
      if (left.length > 0) throw refusalOf(left);
      await deps.standDown(userId);
      await audit.idle();
      await accounts.sessions.endAll(userId);
      await eraseAll(userId);
      accounts.publishErased(userId);
      late.set(userId, setTimeout(() => void eraseLate(userId), LATE_MS).unref());
      mailer.post(async () => farewell(email));
      log.info({ userId }, 'an account was deleted');
    },
    /** What was to be looked for later is looked for now. */
    async stop(): Promise<void> {
      await Promise.all([...late.keys()].map(eraseLate));
    },
  };
}
export type AccountDeletion = ReturnType<typeof accountDeletion>;
