import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const TelegramLink = z.object({
  /** The site has a bot. */
  configured: z.boolean(),
  linked: z.boolean(),
  /** How the linked chat's owner is called there: '@ada'; null where unknown. */
  account: z.nullable(z.string()),
  /** When Telegram said that the bot is blocked, which ended the link; UTC epoch ms. */
  blockedAt: z.nullable(z.number()),
});
export type TelegramLink = z.output<typeof TelegramLink>;

export const getTelegramLink = endpoint({
  method: 'get',
  path: '/api/telegram/link',
  summary: 'Whether alerts can reach the person by Telegram',
  access: 'person',
  response: TelegramLink,
});

export const linkTelegram = endpoint({
  method: 'post',
  path: '/api/telegram/link',
  summary: 'A one-time link that connects a Telegram chat with this account; it voids the one before',
  access: 'person',
  prove: 'The linked chat gets the alerts of your account.',
  response: z.object({
    /** Opens the bot. */
    url: z.url(),
    bot: z.string(),
    /** The same address as the picture of a QR code. */
    qr: z.string(),
    /** What to send to the bot by hand: '/start …'. */
    command: z.string(),
    /** UTC epoch ms. */
    expiresAt: z.number(),
  }),
});

export const unlinkTelegram = endpoint({
  method: 'delete',
  path: '/api/telegram/link',
  summary: 'Send nothing to Telegram any more',
  access: 'person',
  response: TelegramLink,
});
