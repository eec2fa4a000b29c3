import { letter } from '../../mail/index.ts';
import type { browsers } from './push/browsers.ts';
import type { readSettings } from './settings/settings.store.ts';
import type { Bot, NotificationDeps } from './deps.ts';

export interface Tested {
  sent: number;
  failed: number;
  error: string | null;
}

interface TestContext extends Pick<Bot, 'pace'>, Pick<NotificationDeps, 'clock' | 'mailer'> {
  api: Bot['api'] | null;
  settingsOf: (userId: string) => ReturnType<typeof readSettings>;
  sendTest: ReturnType<typeof browsers>['sendTest'];
}

const SENT: Tested = { sent: 1, failed: 0, error: null };
const failed = (error: string): Tested => ({ sent: 0, failed: 1, error });
const none = (error: string): Tested => ({ sent: 0, failed: 0, error });

const TEST_LETTER = letter({
  title: 'Alerts reach this address',
  paragraphs: ['This is the test that you asked for on your account page.'],
});

/** Sends one message to show that a channel works. */
export function sendTests({ api, pace, clock, mailer, settingsOf, sendTest }: TestContext) {
  async function toTelegram(userId: string): Promise<Tested> {
    if (!api) return none('This site has no Telegram bot. Its operator can set one up.');
    const chat = (await settingsOf(userId))?.chat;
    if (!chat) return none('Telegram is not linked. Press Link Telegram first.');
    if (pace.ask(chat, clock()) > clock())
      return failed('Telegram accepts no more messages at the moment. Try again soon.');
    const { outcome } = await api.send(chat, 'Alerts reach this chat.', AbortSignal.timeout(10_000));
    return outcome === 'sent' ? SENT : failed('Telegram did not accept the message. Unlink it and link it again.');
  }

  async function toMail(userId: string): Promise<Tested> {
    const settings = await settingsOf(userId);
    if (!settings || settings.verifiedAt === null) return none('Prove your e-mail address first: switch on e-mail.');
    const { email } = settings;
    return mailer.send({ to: email, ...TEST_LETTER }).then(
      () => SENT,
      () => failed(`The mail server did not accept the message for ${email}.`),
    );
  }

  async function toBrowsers(userId: string, endpoint?: string): Promise<Tested> {
    const { sent, failed: lost } = await sendTest(userId, endpoint);
    if (sent + lost === 0) return none('No browser gets notifications yet. Switch them on first.');
    return { sent, failed: lost, error: sent > 0 ? null : 'The push service did not accept the message.' };
  }

  return (userId: string, { channel, endpoint }: { channel: 'push' | 'telegram' | 'mail'; endpoint?: string }) => {
    if (channel === 'push') return toBrowsers(userId, endpoint);
    return channel === 'telegram' ? toTelegram(userId) : toMail(userId);
  };
}
