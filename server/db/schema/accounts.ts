import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, epochMs, decimal } from './types.ts';

export const users = pgTable('users', {
  userId: uuid('user_id').primaryKey(),
  /** As typed, for showing and mailing. */
  email: text().notNull(),
  /** Lower case: one account an address. */
  emailKey: text('email_key').notNull().unique(),
  username: text().notNull(),
  telegram: text().notNull().default(''),
  iconIdx: integer('icon_idx').notNull().default(1),
  /** When a message to it was answered: a reset link used, or Google's word for it. */
  emailVerifiedAt: epochMs('email_verified_at'),
  /** Null for an account that only Google opens. */
  passwordHash: text('password_hash'),
  googleSubject: text('google_subject').unique(),
  /** Where the bot writes to; set by a one-time code, never by hand. */
  telegramChatId: text('telegram_chat_id'),
  /** Alerts go to the address too, which is confirmed. */
  alertsByMail: boolean('alerts_by_mail').notNull().default(false),
  /** Minutes of the day by the clock of `timeZone`; null: no quiet hours. */
  quietFrom: integer('quiet_from'),
  quietTo: integer('quiet_to'),
  /** IANA name of the quiet hours' clock. */
  timeZone: text('time_zone'),
  /** Sealed under the data key. In force once `totpSince` is set. */
  totpSecret: bytes('totp_secret'),
  totpSince: epochMs('totp_since'),
  /** When a removal that was asked for after a reset takes effect. */
  twoFactorEndsAt: epochMs('two_factor_ends_at'),
  /** When its person was told the second time that it is near. */
  twoFactorEndNear: epochMs('two_factor_end_near'),
  /** The last 30 s step whose code was taken: a code works once. */
  totpStep: epochMs('totp_step'),
  /** This person's data key, wrapped by the master key that `masterKeyId` names. */
  dataKey: bytes('data_key').notNull(),
  masterKeyId: text('master_key_id').notNull().default(''),
  /** S-34: nothing is placed for this person. */
  tradingOff: boolean('trading_off').notNull().default(false),
  /** S-35, USDT; null: the usual ones. */
  orderLimit: decimal('order_limit'),
  dayLimit: decimal('day_limit'),
  /** Whether pairs that hardly trade are open. */
  thinMarkets: boolean('thin_markets').notNull().default(false),
  createdAt: epochMs('created_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token; the token itself is nowhere. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id').notNull(),
    id: uuid().notNull(),
    remember: boolean().notNull(),
    userAgent: text('user_agent').notNull(),
    address: text().notNull().default(''),
    createdAt: epochMs('created_at').notNull(),
    /** When its person last proved who they are (S-08). */
    confirmedAt: epochMs('confirmed_at').notNull().default(0),
    usedAt: epochMs('used_at').notNull(),
    expiresAt: epochMs('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash] }), index('sessions_user').on(table.userId)],
);

/** A browser a person signed in from before: another one is worth a notice (S-07). */
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

/** Works once: the stand-in for a password where there is no authenticator at hand. */
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
    /** The credential's id, base64url. */
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

/** What a link, a challenge or a code stands for, until it is used or over. Only its SHA-256 is kept. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    /** Null while nobody is signed in yet. */
    userId: uuid('user_id'),
    purpose: text({ enum: ['reset', 'telegram', 'passkey', 'google', 'totp', 'mail'] }).notNull(),
    details: jsonb().notNull(),
    createdAt: epochMs('created_at').notNull(),
    expiresAt: epochMs('expires_at').notNull(),
  },
  (table) => [index('one_time_tokens_user').on(table.userId, table.purpose)],
);
