import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const DATABASE_URL = 'postgres://127.0.0.1/tandem';

describe('the configuration', () => {
  it('has a default for everything', () => {
    const env = readEnv({});
    expect(env).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      EXCHANGE_MODE: 'paper',
      ROLE: 'all',
      MARKETS: ['binance'],
      BACKTEST_NICENESS: 19,
    });
    expect(env.publicUrl).toBe('http://localhost:3000');
  });

  it('takes an empty variable as one that is not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 });
    expect(readEnv({ DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
  });

  it('sends what people write to the sender’s address unless there is another', () => {
    expect(readEnv({ MAIL_FROM: 'Tandem <hello@tandem.example>' }).supportMail).toBe('hello@tandem.example');
    expect(readEnv({ MAIL_FROM: 'hello@tandem.example' }).supportMail).toBe('hello@tandem.example');
    expect(readEnv({ SUPPORT_MAIL: 'help@tandem.example' }).supportMail).toBe('help@tandem.example');
  });

  it('takes any of the markets in live mode', () => {
    const live = { EXCHANGE_MODE: 'live', MARKETS: 'coinbase, bybit' };
    expect(readEnv(live).MARKETS).toEqual(['coinbase', 'bybit']);
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535.'],
    [{ MARKETS: 'binance,mtgox' }, 'MARKETS may name binance, bybit, coinbase.'],
    [{ PUBLIC_URL: 'tandem' }, 'PUBLIC_URL must be an origin such as https://tandem.example.'],
    [{ PAPER_PRICES: 'random' }, 'PAPER_PRICES must be simulated, binance or replay:FILE.'],
    [{ PAPER_CONTROL: 'yes' }, 'PAPER_CONTROL must be on or off.'],
    ...['20', '-1', 'low'].map((BACKTEST_NICENESS): [object, string] => [
      { BACKTEST_NICENESS },
      'BACKTEST_NICENESS must be a whole number from 0 to 19.',
    ]),
    ...['web', 'engine'].map((ROLE): [object, string] => [
      { ROLE, DATABASE_URL },
      'PAPER_URL must name the process with ROLE=paper, such as http://10.0.0.5:3001: ROLE=web and ROLE=engine trade on it in paper mode.',
    ]),
    ...[{ ROLE: 'all' }, { ROLE: 'paper', DATABASE_URL, PAPER_PORT: '1' }, { EXCHANGE_MODE: 'live' }].map(
      (env): [object, string] => [
        { ...env, PAPER_URL: 'http://10.0.0.5:3001' },
        'PAPER_URL is for ROLE=web and ROLE=engine in paper mode: remove it.',
      ],
    ),
    [
      { ROLE: 'web', DATABASE_URL, PAPER_URL: 'paper:3001' },
      'PAPER_URL must be an origin such as http://10.0.0.5:3001.',
    ],
    [
      { ROLE: 'engine', EXCHANGE_MODE: 'live' },
      'DATABASE_URL must name the database that all processes share, unless ROLE is all.',
    ],
    [{ ROLE: 'paper', DATABASE_URL }, 'PAPER_PORT must be set with ROLE=paper: the other processes connect to it.'],
    [
      { ROLE: 'paper', EXCHANGE_MODE: 'live', DATABASE_URL, PAPER_PORT: '1' },
      'ROLE=paper is for paper mode: set EXCHANGE_MODE to paper.',
    ],
    [{ MARKETS: ',' }, 'MARKETS must name one or more of binance, bybit, coinbase.'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL must be an address such as smtps://user:password@mail.example:465.'],
    [{ MAIL_FROM: 'Tandem' }, 'MAIL_FROM must be a sender such as Tandem <no-reply@tandem.example>.'],
    [{ SUPPORT_MAIL: 'Support' }, 'SUPPORT_MAIL must be an address such as support@tandem.example.'],
    [
      { TELEGRAM_SUPPORT_CHAT: '1' },
      'TELEGRAM_SUPPORT_CHAT needs the bot that writes to it: set TELEGRAM_BOT_TOKEN too.',
    ],
    [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both or neither.'],
    [
      { GOOGLE_ISSUER: 'http://accounts.example' },
      'GOOGLE_ISSUER must be an https address; http is for this machine alone.',
    ],
    [{ MASTER_KEY: 'a', MASTER_KEY_FILE: 'b' }, 'MASTER_KEY and MASTER_KEY_FILE are both set: choose one.'],
    [
      { MASTER_KEY_OLD: 'a', MASTER_KEY_OLD_FILE: 'b' },
      'MASTER_KEY_OLD and MASTER_KEY_OLD_FILE are both set: choose one.',
    ],
    ...[
      'ftp://tandem.example',
      'javascript:alert(1)',
      'https://user:password@tandem.example',
      'https://tandem.example/app',
      'https://tandem.example/?a=b',
      'https://tandem.example/#a',
    ].map((PUBLIC_URL): [object, string] => [
      { PUBLIC_URL },
      'PUBLIC_URL must be an origin such as https://tandem.example, without path, query or password.',
    ]),
    ...['http://tandem.example', 'http://192.0.2.1:3000', 'http://localhost.example'].map(
      (PUBLIC_URL): [object, string] => [
        { EXCHANGE_MODE: 'live', PUBLIC_URL },
        'PUBLIC_URL must begin with https:// in live mode; http is for this machine alone.',
      ],
    ),
  ])('S-55 %j is one sentence', (variables, sentence) => {
    expect(() => readEnv({ ...variables })).toThrow(new Error(sentence));
  });

  it.each([
    'https://tandem.example',
    'https://tandem.example:8443/',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:3',
  ])('S-55 %s is taken in live mode', (PUBLIC_URL) => {
    const { publicUrl } = readEnv({ EXCHANGE_MODE: 'live', PUBLIC_URL });
    expect(publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''));
  });
});
