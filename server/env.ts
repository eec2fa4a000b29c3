import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { MARKETS } from '#contracts/symbol.ts';
import { root } from './lib/root.ts';

const text = (fallback: string) => z._default(z.string(), fallback);
const optional = z.optional(z.string());
const port = (fallback: string) =>
  z.codec(
    text(fallback).check(z.regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')),
    z.number().check(z.lte(65_535, 'must be a port number from 0 to 65535')),
    {
      decode: Number,
      encode: String,
    },
  );
const url = (fallback: string) => z._default(z.url('must be an address such as https://example.org'), fallback);
const onOff = z.codec(z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'), z.boolean(), {
  decode: (word) => word === 'on',
  encode: (flag) => (flag ? 'on' : 'off'),
});
const list = (fallback: string) =>
  z.codec(text(fallback), z.array(z.string()), {
    decode: (words) =>
      words
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    encode: (words) => words.join(','),
  });

const isLoopback = (hostname: string): boolean =>
  /^(.+\.)?localhost$/.test(hostname) || /^127(\.\d+){3}$/.test(hostname) || hostname === '[::1]';

/** http is allowed on this machine only: elsewhere it can be read and changed on its way. */
function isSecure(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** S-55: scheme, host and port only. */
function isOrigin(address: string): boolean {
  const { protocol, username, password, pathname, search, hash } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && !address.includes('@') && username + password + search + hash === '' && /^\/+$/.test(pathname);
}

const PAPER_ORIGIN = 'must be an origin such as http://10.0.0.5:3001';

const Environment = z.object({
  PORT: port('3000'),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: z.optional(
    z
      .url({ error: 'must be an origin such as https://tandem.example', abort: true })
      .check(z.refine(isOrigin, 'must be an origin such as https://tandem.example, without path, query or password')),
  ),
  DATA_DIR: text('./data'),
  DATABASE_URL: optional,
  NATS_URL: optional,
  ROLE: z._default(z.enum(['web', 'engine', 'paper', 'all'], 'must be web, engine, paper or all'), 'all'),
  EXCHANGE_MODE: z._default(z.enum(['paper', 'live'], 'must be paper or live'), 'paper'),
  MARKETS: list('binance').check(
    z.refine((names) => names.every((name) => MARKETS.includes(name as never)), `may name ${MARKETS.join(', ')}`),
    z.refine((names) => names.length > 0, `must name one or more of ${MARKETS.join(', ')}`),
  ),
  BINANCE_REST_URL: url('https://api.binance.com'),
  BINANCE_WS_URL: url('wss://stream.binance.com:9443'),
  BINANCE_WS_API_URL: url('wss://ws-api.binance.com:443/ws-api/v3'),
  PAPER_PRICES: text('simulated').check(
    z.regex(/^(simulated|binance|replay:.+)$/, 'must be simulated, binance or replay:FILE'),
  ),
  PAPER_SEED: z.codec(text('1').check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.number(), {
    decode: Number,
    encode: String,
  }),
  PAPER_PORT: port('0'),
  PAPER_WEIGHT: z.codec(
    text('6000').check(z.regex(/^[1-9]\d{2,8}$/, 'must be a whole number from 100 on')),
    z.number(),
    {
      decode: Number,
      encode: String,
    },
  ),
  PAPER_CONTROL: onOff,
  PAPER_URL: z.optional(z.url({ error: PAPER_ORIGIN, abort: true }).check(z.refine(isOrigin, PAPER_ORIGIN))),
  BACKTEST_NICENESS: z.codec(text('19').check(z.regex(/^1?\d$/, 'must be a whole number from 0 to 19')), z.number(), {
    decode: Number,
    encode: String,
  }),
  MASTER_KEY: optional,
  MASTER_KEY_FILE: optional,
  MASTER_KEY_OLD: optional,
  MASTER_KEY_OLD_FILE: optional,
  SMTP_URL: z.optional(
    z.url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@mail.example:465' }),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(z.regex(/^(\S+@\S+|[^<>]+<\S+@\S+>)$/, 'must be a sender such as Tandem <no-reply@tandem.example>')),
  ),
  SUPPORT_MAIL: z.optional(z.email('must be an address such as support@tandem.example')),
  TELEGRAM_BOT_TOKEN: optional,
  TELEGRAM_API_URL: url('https://api.telegram.org'),
  TELEGRAM_SUPPORT_CHAT: optional,
  PUSH_HOSTS: list(''),
  WEBHOOK_HOSTS: list(''),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_ISSUER: url('https://accounts.google.com').check(
    z.refine(isSecure, 'must be an https address; http is for this machine alone'),
  ),
  DONATIONS_FILE: optional,
  OUTGOING_IP: optional,
  TRUST_PROXY: onOff,
  REMOVE_WORKER: onOff,
  LOG_LEVEL: z._default(
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    ),
    'info',
  ),
  METRICS_TOKEN: optional,
});

type Read = z.output<typeof Environment>;

/** The paper exchange is in another process. */
const reachesPaper = (env: Read): boolean =>
  env.EXCHANGE_MODE === 'paper' && (env.ROLE === 'web' || env.ROLE === 'engine');

/** Combinations that are invalid although each variable is valid. */
const CONTRADICTIONS: readonly (readonly [(env: Read) => boolean, string])[] = [
  [
    (env) => env.ROLE !== 'all' && !env.DATABASE_URL,
    'DATABASE_URL must name the database that all processes share, unless ROLE is all.',
  ],
  [
    (env) => reachesPaper(env) && !env.PAPER_URL,
    'PAPER_URL must name the process with ROLE=paper, such as http://10.0.0.5:3001: ROLE=web and ROLE=engine trade on it in paper mode.',
  ],
  [
    (env) => !reachesPaper(env) && env.PAPER_URL !== undefined,
    'PAPER_URL is for ROLE=web and ROLE=engine in paper mode: remove it.',
  ],
  [
    (env) => env.ROLE === 'paper' && env.PAPER_PORT === 0,
    'PAPER_PORT must be set with ROLE=paper: the other processes connect to it.',
  ],
  [
    (env) => env.EXCHANGE_MODE === 'live' && env.ROLE === 'paper',
    'ROLE=paper is for paper mode: set EXCHANGE_MODE to paper.',
  ],
  [
    (env) => env.EXCHANGE_MODE === 'live' && env.PUBLIC_URL !== undefined && !isSecure(env.PUBLIC_URL),
    'PUBLIC_URL must begin with https:// in live mode; http is for this machine alone.',
  ],
  [(env) => Boolean(env.MASTER_KEY && env.MASTER_KEY_FILE), 'MASTER_KEY and MASTER_KEY_FILE are both set: choose one.'],
  [
    (env) => Boolean(env.MASTER_KEY_OLD && env.MASTER_KEY_OLD_FILE),
    'MASTER_KEY_OLD and MASTER_KEY_OLD_FILE are both set: choose one.',
  ],
  [
    (env) => Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET),
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither.',
  ],
  [
    (env) => Boolean(env.TELEGRAM_SUPPORT_CHAT) && !env.TELEGRAM_BOT_TOKEN,
    'TELEGRAM_SUPPORT_CHAT needs the bot that writes to it: set TELEGRAM_BOT_TOKEN too.',
  ],
];

/** Google sign-in, where configured. */
const googleOf = ({ GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, ...env }: Read) =>
  clientId && env.GOOGLE_CLIENT_SECRET ? { issuer, clientId, clientSecret: env.GOOGLE_CLIENT_SECRET } : null;

export type Env = ReturnType<typeof readEnv>;

/** The whole configuration, checked. Throws an Error whose message holds one sentence per mistake. */
export function readEnv(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = z.safeParse(Environment, given);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'));
  }
  const env = parsed.data;
  const wrong = CONTRADICTIONS.flatMap(([isWrong, sentence]) => (isWrong(env) ? [sentence] : []));
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const mailFrom = env.MAIL_FROM ?? `Tandem <no-reply@${new URL(publicUrl).hostname}>`;
  return {
    ...env,
    root,
    version,
    DATA_DIR: resolve(root, env.DATA_DIR),
    DONATIONS_FILE: env.DONATIONS_FILE && resolve(root, env.DONATIONS_FILE),
    publicUrl,
    google: googleOf(env),
    mailFrom,
    /** The recipient of the contact form. */
    supportMail: env.SUPPORT_MAIL ?? mailFrom.replace(/^.*<|>$/g, ''),
    siteDir: join(root, 'dist', 'client'),
    keptAssetsDir: join(resolve(root, env.DATA_DIR), 'assets'),
  };
}
