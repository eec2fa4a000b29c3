import { pino, type Logger } from 'pino';

export type Log = Logger;

const SECRET_FIELDS = [
  'password',
  'passwordConfirmation',
  'j_password',
  'secret',
  'apiKey',
  'cookie',
  'authorization',
  'token',
  'signature',
  'endpoint',
];

/** Structured log, UTC. Whatever carries a secret's name is cut out, wherever it stands. */
export const createLog = (level: string, destination?: { write(line: string): void }): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[cut]' },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
