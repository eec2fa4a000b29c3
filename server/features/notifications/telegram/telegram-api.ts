import type { Api } from 'grammy';
import type { Outcome } from '../../../runtime/jobs/outcome.ts';

/** Seconds of long polling. */
const POLL = 25;
const TIME_OUT = 10_000;
/** Longer for a file; with the message after it still shorter than the lease of a delivery. */
const FILE_TIME_OUT = 18_000;
/** Telegram's limit for a caption. */
const CAPTION_LONGEST = 1_024;

export type TelegramUpdate = Awaited<ReturnType<Api['getUpdates']>>[number];
export type TelegramMessage = NonNullable<TelegramUpdate['message']>;
/** Of a button below a message. */
export type TelegramPress = NonNullable<TelegramUpdate['callback_query']>;

export interface ChatButton {
  text: string;
  /** At most 64 bytes; comes back with the press. */
  data: string;
}

export interface TelegramFault {
  /** Of the Bot API; 0 when it did not answer. */
  code: number;
  reason: string;
  /** Ms that it asked us to wait. */
  retryAfter: number;
}

/** The loggable part of an error: the library's own message contains the URL with the token. */
export function faultOf(error: unknown): TelegramFault {
  const { error_code: code, description, parameters } = error as Partial<import('grammy').GrammyError>;
  if (code === undefined) return { code: 0, reason: 'the Bot API did not answer', retryAfter: 0 };
  return { code, reason: `${code} ${description}`, retryAfter: (parameters?.retry_after ?? 0) * 1000 };
}

function judge(error: unknown): Outcome {
  const { code, reason, retryAfter } = faultOf(error);
  if (code === 403 || (code === 400 && /chat not found/i.test(reason))) return { outcome: 'gone', reason };
  if (code === 0 || code === 429 || code >= 500) return { outcome: 'later', reason, retryAfter };
  return { outcome: 'failed', reason };
}

// The library's types expect an AbortSignal of a polyfill.
const within = (ms: number, ...signals: AbortSignal[]) =>
  AbortSignal.any([AbortSignal.timeout(ms), ...signals]) as never;

async function judged(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { outcome: 'sent' };
  } catch (error) {
    return judge(error);
  }
}

const PLAIN = { link_preview_options: { is_disabled: true } };

export interface FileMessage {
  text: string;
  file: { name: string; bytes: Uint8Array };
}

/** The methods of the Bot API that we use, each with a time-out. */
export function telegramApi({ token, apiRoot }: { token: string; apiRoot: string }) {
  let opened: Promise<Api> | null = null;
  // Imported on demand: a site without a bot starts without the library.
  const open = () => (opened ??= import('grammy').then((grammy) => new grammy.Api(token, { apiRoot })));
  return {
    async username(): Promise<string> {
      return (await (await open()).getMe(within(TIME_OUT))).username;
    },
    /** Waits for messages; acknowledges those before `offset`. */
    async updates(offset: number, signal: AbortSignal): Promise<TelegramUpdate[]> {
      const wanted = { offset, timeout: POLL, allowed_updates: ['message', 'callback_query'] as const };
      return (await open()).getUpdates(wanted, within(POLL * 1000 + TIME_OUT, signal));
    },
    /** Plain text without markup. */
    send: (chatId: string, text: string, signal: AbortSignal) =>
      judged(async () => {
        const api = await open();
        await api.sendMessage(chatId, text, PLAIN, within(TIME_OUT, signal));
      }),
    /** The same with buttons below it, each in a row of its own. */
    ask: (chatId: string, { text, buttons }: { text: string; buttons: readonly ChatButton[] }, signal: AbortSignal) =>
      judged(async () => {
        const api = await open();
        const rows = buttons.map((button) => [{ text: button.text, callback_data: button.data }]);
        const below = { ...PLAIN, reply_markup: { inline_keyboard: rows } };
        await api.sendMessage(chatId, text, below, within(TIME_OUT, signal));
      }),
    /** In the place of an earlier message, and without its buttons. One that is too old stays as it is. */
    async change(chatId: string, messageId: number, text: string): Promise<void> {
      const api = await open();
      await judged(async () => void (await api.editMessageText(chatId, messageId, text, PLAIN, within(TIME_OUT))));
    },
    /** What a press is answered with, for a moment. Telegram waits for it some seconds only. */
    async answerPress(pressId: string, text: string): Promise<void> {
      const api = await open();
      await judged(async () => void (await api.answerCallbackQuery(pressId, { text }, within(TIME_OUT))));
    },
    /** The text is the file's caption where it fits, else a second message. */
    sendFile: (chatId: string, { text, file }: FileMessage, signal: AbortSignal) =>
      judged(async () => {
        const [api, { InputFile }] = [await open(), await import('grammy')];
        const fits = text.length <= CAPTION_LONGEST;
        const below = fits ? { caption: text } : {};
        await api.sendDocument(chatId, new InputFile(file.bytes, file.name), below, within(FILE_TIME_OUT, signal));
        if (!fits) await api.sendMessage(chatId, text, PLAIN, within(TIME_OUT, signal));
      }),
  };
}
export type TelegramApi = ReturnType<typeof telegramApi>;
