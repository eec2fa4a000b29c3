import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#contracts/rules/time.ts';
import type { Clock } from '../lib/clock.ts';
import { inTime } from '../lib/in-time.ts';
import type { Log } from '../lib/log.ts';
import { outbox } from './outbox.ts';

export { letter } from './letter.ts';

export interface Mail {
  /** Of its message: a mail program shows one that came twice once. */
  id?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  files?: readonly MailFile[];
}

export interface MailFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

interface MailerOptions {
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
  log: Log;
  clock: Clock;
}

/** F-27: no mail server that works takes longer. */
const LONGEST = 20_000;
const STEP = 10_000;
/** How long sending continues after stop. */
const LAST = 5_000;
const PAUSES = [2_000, 10_000, MINUTE];

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Passwords and sign-in links must not be sent unencrypted. */
const needsTls = (smtpUrl: string): boolean => {
  const { hostname, username } = new URL(smtpUrl);
  return username !== '' && !LOOPBACK.test(hostname);
};

const domainOf = (address: string): string => /@([^\s>]+)/.exec(address)?.[1] ?? 'localhost';

const messageOf = ({ id, to, subject, text, html, replyTo, files = [] }: Mail, mailFrom: string) => ({
  from: mailFrom,
  ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(mailFrom)}>` }),
  // An object is always one address, whatever it contains.
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
  attachments: files.map(({ name, type, bytes }) => ({
    filename: name,
    contentType: type,
    content: Buffer.from(bytes),
  })),
  headers: { 'Auto-Submitted': 'auto-generated' },
});

/** Loaded with the first mail. */
const library = () => import('nodemailer');

/** Created with the first mail. */
function lazily<T extends { close: () => void }>(make: () => Promise<T>) {
  let made: Promise<T> | null = null;
  return {
    get: (): Promise<T> => (made ??= make()),
    close: async (): Promise<void> => (await made)?.close(),
  };
}

function smtpPost(smtpUrl: string) {
  const requireTLS = needsTls(smtpUrl);
  const transport = lazily(async () =>
    (await library()).createTransport({
      url: smtpUrl,
      requireTLS,
      dnsTimeout: STEP,
      connectionTimeout: STEP,
      greetingTimeout: STEP,
      // A mail server may look at a mail for long before it takes it; sent once more, it would come twice.
      socketTimeout: LONGEST,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return { post: async (message: object) => (await transport.get()).sendMail(message), close: transport.close };
}

function filePost(dataDir: string, log: Log) {
  const { folder, put } = outbox(dataDir);
  const options = { streamTransport: true, buffer: true } as const;
  const transport = lazily(async () => (await library()).createTransport(options));
  log.info({ folder }, 'SMTP_URL is not set: mails are written to the outbox');
  return {
    async post(message: object) {
      const { message: built } = await (await transport.get()).sendMail(message);
      if (!Buffer.isBuffer(built)) throw new Error('a mail was not built');
      log.info({ file: await put(built) }, 'a mail was written to the outbox');
    },
    close: transport.close,
  };
}

/** Sends mails to SMTP_URL, or writes them to DATA_DIR/outbox without one. */
export function createMailer({ smtpUrl, mailFrom, dataDir, log, clock }: MailerOptions) {
  const { post, close } = smtpUrl ? smtpPost(smtpUrl) : filePost(dataDir, log);
  /** Skips delays: the process is about to end. */
  const hurrying = new AbortController();
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  function watched<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  }

  const bring = (mail: Mail, breakOff?: AbortSignal): Promise<unknown> =>
    post({
      ...messageOf(mail, mailFrom),
      date: new Date(clock()),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(LONGEST), ...(breakOff ? [breakOff] : [])]),
    });

  async function bringAtLast(mail: Mail): Promise<void> {
    for (const pause of PAUSES) {
      const failed = await bring(mail).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (!failed) return;
      log.warn(failed, 'a mail was not taken');
      await sleep(pause, null, { signal: hurrying.signal }).catch(() => null);
    }
    await bring(mail);
  }

  return {
    /** Mails are written to the folder `outbox` of DATA_DIR. */
    outbox: smtpUrl === undefined,
    /** Settles within 20 s, or when it is broken off; throws when the mail server did not accept the mail. */
    async send(mail: Mail, breakOff?: AbortSignal): Promise<void> {
      await watched(bring(mail, breakOff));
    },
    /** In the background: tried a few times, then given up and logged. Null sends nothing. */
    post(write: () => Promise<Mail | null>): void {
      const work = async () => {
        const mail = await write();
        if (mail) await bringAtLast(mail);
      };
      watched(work()).catch((error: unknown) => log.error({ error }, 'a mail was given up'));
    },
    async close(): Promise<void> {
      hurrying.abort();
      await inTime(Promise.allSettled(underWay), LAST);
      stopping.abort();
      await Promise.allSettled(underWay);
      await close();
    },
  };
}
export type Mailer = ReturnType<typeof createMailer>;
