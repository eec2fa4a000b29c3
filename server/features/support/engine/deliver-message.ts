import { emailFault } from '#contracts/rules/sign-up.ts';
import { letter } from '../../../mail/index.ts';
import { sendMail } from '../../../mail/send-mail.ts';
import type { Outcome } from '../../../runtime/jobs/outcome.ts';
import type { SendToChat } from '../../notifications/index.ts';
import type { Message } from '../messages.store.ts';
import { nameOf } from '../picture.ts';
import type { SupportDeps } from '../deps.ts';

/** The retry delay, in ms, for errors that only the operator can correct. */
const UNTIL_MENDED = 300_000;

interface Recipients extends Pick<SupportDeps, 'mailer' | 'log'> {
  /** Null without a bot, or without a support chat. */
  chat: { send: SendToChat; id: string } | null;
  supportMail: string;
}

const fileOf = ({ photo, photoType }: Message) =>
  photo && photoType
    ? { name: nameOf({ type: photoType, bytes: photo }), type: `image/${photoType}`, bytes: photo }
    : null;

const senderOf = ({ telegram, replyTo }: Message): string => (telegram ? `@${telegram}` : replyTo);

const factsOf = ({ username, replyTo, channel, about, id }: Message): string[] => [
  `Answer by ${channel === 'telegram' ? 'Telegram' : 'e-mail'} to: ${replyTo}`,
  `Name: ${username ?? 'not signed in'}`,
  ...(about === 'donation' ? ['About: a donation'] : []),
  `Number: ${id}`,
];

function toChat(
  message: Message,
  { send, id }: NonNullable<Recipients['chat']>,
  signal: AbortSignal,
): Promise<Outcome> {
  const text = `New request from ${senderOf(message)}: ${message.message}\n\n${factsOf(message).join('\n')}`;
  const file = fileOf(message);
  return send(id, file ? { text, file } : { text }, signal);
}

function toMail(message: Message, { mailer, supportMail: to }: Recipients, signal: AbortSignal): Promise<Outcome> {
  const file = fileOf(message);
  const isAddress = emailFault(message.replyTo) === null;
  const mail = {
    id: message.id,
    to,
    ...letter({
      title: `New request from ${senderOf(message)}`,
      paragraphs: [...message.message.split(/\n+/), ...factsOf(message)],
    }),
    ...(isAddress ? { replyTo: message.replyTo } : {}),
    files: file ? [file] : [],
  };
  return sendMail(mailer, mail, signal);
}

/** By Telegram where that was chosen and there is a bot, else by mail. Any failure is retried. */
export const deliverMessage =
  (deps: Recipients) =>
  async (message: Message, signal: AbortSignal): Promise<Outcome> => {
    const { chat, log } = deps;
    const outcome =
      message.channel === 'telegram' && chat
        ? await toChat(message, chat, signal)
        : await toMail(message, deps, signal);
    if (outcome.outcome !== 'failed' && outcome.outcome !== 'gone') return outcome;
    const { reason } = outcome;
    log.error({ id: message.id, reason }, 'contact: a message is refused: is the support chat or address right?');
    return { outcome: 'later', reason, retryAfter: UNTIL_MENDED };
  };
