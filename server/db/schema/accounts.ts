import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { TokenScope } from '../../contracts/rules/token-scopes.ts';
import { bytes, epochMs, decimal } from './types.ts';

export const users = pgTable('users', {
  userId: uuid('user_id').primaryKey(),
  /** As typed, for display and mails. */
  email: text().notNull(),
  /** Lower case: one account per address. */
  emailKey: text('email_key').notNull().unique(),
  username: text().notNull(),
  telegram: text().notNull().default(''),
  iconIdx: integer('icon_idx').notNull().default(1),
  /** When it was verified: by a used reset link, or by Google. */
  emailVerifiedAt: epochMs('email_verified_at'),
  /** Null for an account that signs in by Google only. */
  passwordHash: text('password_hash'),
  googleSubject: text('google_subject').unique(),
  /** Set by a one-time code only. */
  telegramChatId: text('telegram_chat_id'),
  /** Alerts also go to the e-mail address, once it is verified. */
  alertsByMail: boolean('alerts_by_mail').notNull().default(false),
  /** Minutes of the day in `timeZone`; null: no quiet hours. */
  quietFrom: integer('quiet_from'),
  quietTo: integer('quiet_to'),
  /** IANA name. */
  timeZone: text('time_zone'),
  /** Sealed under the data key; in force once `totpSince` is set. */
  totpSecret: bytes('totp_secret'),
  totpSince: epochMs('totp_since'),
  /** When a removal requested after a reset takes effect. */
  twoFactorEndsAt: epochMs('two_factor_ends_at'),
  /** When the second notice about it was sent. */
  twoFactorEndNear: epochMs('two_factor_end_near'),
  /** The last 30 s step whose code was accepted: a code works once. */
  totpStep: epochMs('totp_step'),
  /** This user's data key, wrapped by the master key `masterKeyId`. */
  dataKey: bytes('data_key').notNull(),
  masterKeyId: text('master_key_id').notNull().default(''),
  /** S-34: no orders are placed for this user. */
  tradingOff: boolean('trading_off').notNull().default(false),
  /** S-35, USDT; null: the default. */
  orderLimit: decimal('order_limit'),
  dayLimit: decimal('day_limit'),
  /** S-35: pairs with a low turnover are allowed. */
  thinMarkets: boolean('thin_markets').notNull().default(false),
  createdAt: epochMs('created_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, which is not stored itself. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    remember: boolean().notNull(),
    userAgent: text('user_agent').notNull(),
    address: text().notNull().default(''),
    createdAt: epochMs('created_at').notNull(),
    /** When the user last confirmed their identity (S-08). */
    confirmedAt: epochMs('confirmed_at').notNull().default(0),
    usedAt: epochMs('used_at').notNull(),
    expiresAt: epochMs('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash] }), index('sessions_user').on(table.userId)],
);

/** Browsers that a user has signed in from: a new one causes a notice (S-07). */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the device cookie's token. */
    tokenHash: bytes('token_hash').notNull(),
    seenAt: epochMs('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

/** Single-use codes in place of the authenticator app. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    codeHash: bytes('code_hash').notNull(),
    usedAt: epochMs('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    userId: uuid('user_id').notNull(),
    /** The credential id, base64url. */
    id: text().notNull(),
    name: text().notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: integer().notNull(),
    transports: text().array().notNull(),
    backedUp: boolean('backed_up').notNull(),
    createdAt: epochMs('created_at').notNull(),
    usedAt: epochMs('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), unique('passkeys_once').on(table.id)],
);

/** Links, challenges and codes until they are used or expire. Only their SHA-256 is stored. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    /** Null before sign-in. */
    userId: uuid('user_id'),
    purpose: text({ enum: ['reset', 'telegram', 'passkey', 'google', 'totp', 'mail', 'telegram-stop'] }).notNull(),
    details: jsonb().notNull(),
    createdAt: epochMs('created_at').notNull(),
    expiresAt: epochMs('expires_at').notNull(),
  },
  (table) => [index('one_time_tokens_user').on(table.userId, table.purpose)],
);

/** Keys to this site for a user's own programs. Only the SHA-256 of a token is stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    tokenHash: bytes('token_hash').notNull(),
    scopes: text().array().$type<TokenScope[]>().notNull(),
    createdAt: epochMs('created_at').notNull(),
    expiresAt: epochMs('expires_at'),
    usedAt: epochMs('used_at'),
    /** Of its last use. */
    address: text(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), unique('api_tokens_once').on(table.tokenHash)],
);

/** Calls by API tokens, counted by hour, call and address. */
export const apiTokenUses = pgTable(
  'api_token_uses',
  {
    userId: uuid('user_id').notNull(),
    tokenId: uuid('token_id').notNull(),
    /** When the hour began. */
    hour: epochMs().notNull(),
    /** 'GET /api/bots/:botId' */
    call: text().notNull(),
    address: text().notNull(),
    allowed: boolean().notNull(),
    count: integer().notNull(),
    firstAt: epochMs('first_at').notNull(),
    lastAt: epochMs('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenId, table.hour, table.call, table.address, table.allowed] }),
  ],
);

/** EX-12: how much an account or a key may lose before nothing new is entered. */
export const lossLimits = pgTable(
  'loss_limits',
  {
    userId: uuid('user_id').notNull(),
    /** 'account', or the id of a key. */
    scope: text().notNull(),
    kind: text({ enum: ['day-percent', 'day-usdt', 'fall-percent'] }).notNull(),
    /** Percent or USDT. */
    most: decimal().notNull(),
    closesAll: boolean('closes_all').notNull(),
    setAt: epochMs('set_at').notNull(),
    /** The start of the day (UTC) that `base` is about. */
    day: epochMs().notNull(),
    /** What that day began with, USDT; null where nothing is counted from it. */
    base: decimal(),
    /** The highest value since it was set, USDT. */
    highest: decimal(),
    reachedAt: epochMs('reached_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.scope] })],
);
