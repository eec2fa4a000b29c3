import { randomInt } from 'node:crypto';
import type { NotificationSettings, QuietHours } from '#contracts/notifications.ts';
import type { Db } from '../../../db/client.ts';
import { rateLimit } from '../../../http/rate-limit.ts';
import type { Clock } from '../../../lib/clock.ts';
import { Refusal } from '../../../lib/errors.ts';
import { tokenHash } from '../../../lib/token.ts';
import { letter, type Mailer } from '../../../mail/index.ts';
import { FIRING_WORTH } from '../deliveries/queue.store.ts';
import { quietUntil } from './quiet-hours.ts';
import { settingsStore } from './settings.store.ts';

const CODE_LIFE = 30 * 60_000;
const HOUR = 3_600_000;

interface Needs {
  db: Db;
  clock: Clock;
  mailer: Pick<Mailer, 'post'>;
  wake: () => void;
}

const hashOf = (userId: string, code: string): Buffer => tokenHash(`${userId}.${code.replaceAll(/\s/g, '')}`);

const codeLetter = (code: string) =>
  letter({
    title: `${code.slice(0, 4)} ${code.slice(4)} is your code`,
    paragraphs: [
      `Enter ${code.slice(0, 4)} ${code.slice(4)} on your account page to get your alerts at this address. It holds for half an hour.`,
      'If you did not ask for it, there is nothing to do: without the code nothing is sent here.',
    ],
  });

/** How a person is told: by e-mail too, and when not. */
export function createSettings({ db, clock, mailer, wake }: Needs) {
  const codes = rateLimit({ most: 5, windowMs: HOUR, clock });
  const guesses = rateLimit({ most: 10, windowMs: HOUR, clock });

  async function rowOf(userId: string) {
    const row = await settingsStore(db, userId).read();
    if (!row) throw new Refusal('not-signed-in', 'Sign in first.');
    return row;
  }

  async function read(userId: string): Promise<NotificationSettings> {
    const { email, byMail, verifiedAt, quietHours } = await rowOf(userId);
    const verified = verifiedAt !== null;
    return {
      mail: { on: byMail, address: email, verified },
      quietHours,
      quietUntil: quietHours && quietUntil(quietHours, clock()),
    };
  }

  async function sendCode(userId: string, email: string): Promise<void> {
    codes.take(userId, 'Five codes an hour are enough.');
    const code = String(randomInt(100_000_000)).padStart(8, '0');
    const createdAt = clock();
    const times = { createdAt, expiresAt: createdAt + CODE_LIFE };
    await settingsStore(db, userId).setCode({ tokenHash: hashOf(userId, code), email, ...times });
    mailer.post(async () => ({ to: email, ...codeLetter(code) }));
  }

  /** True when a code went out first. */
  async function switchMail(userId: string, on: boolean): Promise<boolean> {
    const { email, verifiedAt } = await rowOf(userId);
    if (on && verifiedAt === null) {
      await sendCode(userId, email);
      return true;
    }
    await settingsStore(db, userId).setMail(on);
    return false;
  }

  async function setQuietHours(userId: string, hours: QuietHours | null): Promise<void> {
    const nextAt = (hours && quietUntil(hours, clock())) ?? clock();
    await settingsStore(db, userId).setQuietHours(hours, { nextAt, expiresAt: nextAt + FIRING_WORTH });
    wake();
  }

  return {
    read,
    async change(userId: string, { mail, quietHours }: { mail?: boolean; quietHours?: QuietHours | null }) {
      const codeSent = mail === undefined ? false : await switchMail(userId, mail);
      if (quietHours !== undefined) await setQuietHours(userId, quietHours);
      return { settings: await read(userId), codeSent };
    },
    async confirmMail(userId: string, code: string) {
      guesses.take(userId, 'Too many codes were tried.');
      const holds = await settingsStore(db, userId).confirm(hashOf(userId, code), clock());
      const error = holds ? null : 'This code does not hold. Ask for a new one and enter it within half an hour.';
      return { error, settings: await read(userId) };
    },
  };
}
