import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What sendMessage answers: a status, 429 with its seconds, or nothing at all. */
export type TelegramAnswer = 200 | 400 | 401 | 403 | 500 | { retryAfter: number } | 'hang';

export interface Sent {
  chatId: string;
  text: string;
  file: { name: string; bytes: Buffer } | null;
  /** Data of its buttons, by their texts. */
  buttons: Record<string, string>;
  /** What it was answered; 0 for nothing. */
  status: number;
  /** By the machine's clock, epoch ms. */
  at: number;
}

interface Update {
  update_id: number;
  message?: object;
  callback_query?: object;
}

type Keyboard = { text: string; callback_data: string }[][];
const buttonsOf = (markup: unknown): Record<string, string> => {
  const { inline_keyboard: rows = [] } = (markup ?? {}) as { inline_keyboard?: Keyboard };
  return Object.fromEntries(rows.flat().map(({ text, callback_data: data }) => [text, data]));
};

const DESCRIPTIONS: Record<number, string> = {
  400: 'Bad Request: chat not found',
  401: 'Unauthorized',
  403: 'Forbidden: bot was blocked by the user',
  409: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  429: 'Too Many Requests: retry later',
  500: 'Internal Server Error',
};

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/'))
    return body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {};
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries(form);
}

/** A field names the part of the form that the file is in. */
async function fileIn(body: Record<string, unknown>): Promise<Sent['file']> {
  const part = body[String(body['document']).replace('attach://', '')] ?? body['document'];
  return part instanceof File ? { name: part.name, bytes: Buffer.from(await part.arrayBuffer()) } : null;
}

function answer(response: ServerResponse, result: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }));
}

function refuse(response: ServerResponse, status: number, retryAfter?: number): void {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
  const body = { ok: false, error_code: status, description: DESCRIPTIONS[status], ...parameters };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The Bot API's getMe, getUpdates, sendMessage, sendDocument, editMessageText and answerCallbackQuery for one token, with the faults that it is told. */
export async function telegramApi({ token = '7000:canary-telegram-token', username = 'tandem_test_bot' } = {}) {
  const updates: Update[] = [];
  const sent: Sent[] = [];
  const answers = new Map<string, TelegramAnswer[]>();
  const conflicts: number[] = [];
  const notes: { pressId: string; text: string }[] = [];
  const changes: { chatId: string; messageId: number; text: string }[] = [];
  let isDown = false;
  let nextUpdate = 1;
  let waiting: { response: ServerResponse; timer: NodeJS.Timeout; offset: number } | null = null;

  const due = (offset: number) => updates.filter(({ update_id: id }) => id >= offset);

  function release(): void {
    if (!waiting) return;
    const { response, timer, offset } = waiting;
    clearTimeout(timer);
    waiting = null;
    answer(response, due(offset));
  }

  function getUpdates(response: ServerResponse, { offset = 0, timeout = 0 }: { offset?: number; timeout?: number }) {
    if (waiting) {
      clearTimeout(waiting.timer);
      refuse(waiting.response, 409);
      conflicts.push(Date.now());
      waiting = null;
    }
    updates.splice(0, updates.length, ...due(offset));
    if (updates.length > 0) return answer(response, updates);
    const held = { response, offset, timer: setTimeout(release, timeout * 1000) };
    waiting = held;
    response.on('close', () => {
      clearTimeout(held.timer);
      if (waiting === held) waiting = null;
    });
  }

  async function sendMessage(response: ServerResponse, body: Record<string, unknown>) {
    const { chat_id: chat, text, caption = '' } = body;
    const chatId = String(chat);
    const file = await fileIn(body);
    const given = answers.get(chatId)?.shift() ?? 200;
    const status = given === 'hang' ? 0 : typeof given === 'number' ? given : 429;
    const buttons = buttonsOf(body['reply_markup']);
    sent.push({ chatId, text: String(text ?? caption), file, buttons, status, at: Date.now() });
    if (status === 200) return answer(response, { message_id: sent.length, date: 1, chat: { id: 1, type: 'private' } });
    if (status !== 0) refuse(response, status, typeof given === 'object' ? given.retryAfter : undefined);
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (isDown) return;
    const [, bot, method] = (request.url ?? '').split('/');
    if (bot !== `bot${token}`) return refuse(response, 401);
    if (method === 'getMe') return answer(response, { id: 7000, is_bot: true, first_name: 'Tandem', username });
    if (method === 'getUpdates') return getUpdates(response, body);
    if (method === 'sendMessage' || method === 'sendDocument') return sendMessage(response, body);
    if (method === 'answerCallbackQuery') {
      notes.push({ pressId: String(body['callback_query_id']), text: String(body['text']) });
      return answer(response, true);
    }
    if (method === 'editMessageText') {
      changes.push({
        chatId: String(body['chat_id']),
        messageId: Number(body['message_id']),
        text: String(body['text']),
      });
      return answer(response, true);
    }
    refuse(response, 400);
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => refuse(response, 500));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    token,
    /** For a site that is to use it. */
    env: {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    sent,
    /** When a poll that waited was ended by another, epoch ms. */
    conflicts,
    /** What this chat got. */
    to: (chatId: string) => sent.filter((message) => message.chatId === chatId),
    /** What sendMessage answers to this chat next, in order; then 200. */
    will(chatId: string, ...next: TelegramAnswer[]) {
      answers.set(chatId, next);
    },
    /** Takes every call and answers none. */
    hang(on: boolean) {
      isDown = on;
    },
    /** A person writes to the bot. */
    write(chatId: string, text: string, more: { username?: string; type?: string } = {}) {
      const { type = 'private', username: from = 'ada_l' } = more;
      const chat = { id: Number(chatId), type };
      const message = { message_id: nextUpdate, date: 1, chat, from: { id: 1, username: from }, text };
      updates.push({ update_id: nextUpdate++, message });
      release();
    },
    /** A person presses a button of the message with this number; `chatId` is where it stands. Returns the press's id. */
    press(from: string, data: string, { chatId = from, messageId = 1 } = {}): string {
      const message = { message_id: messageId, date: 1, chat: { id: Number(chatId), type: 'private' } };
      const id = String(nextUpdate);
      const query = { id, from: { id: Number(from) }, message, data, chat_instance: '1' };
      updates.push({ update_id: nextUpdate++, callback_query: query });
      release();
      return id;
    },
    /** What presses were answered with, and the messages that were changed. */
    notes,
    changes,
    async close() {
      if (waiting) clearTimeout(waiting.timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type TelegramDouble = Awaited<ReturnType<typeof telegramApi>>;
