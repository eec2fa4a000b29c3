import { pino, type Logger } from 'pino';
import postgres from 'postgres';

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

/** Drizzle puts query parameters into messages and stacks: they are personal data. */
const cutParameters = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '');

/** The loggable part of an error. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack = '', cause } = error;
  // PostgreSQL quotes values in its messages; code and position are enough.
  if (error instanceof postgres.PostgresError) {
    const { code, table_name: table, column_name: column, constraint_name: constraint } = error;
    return { name, code, table, column, constraint };
  }
  const code = 'code' in error ? { code: error.code } : {};
  return {
    name,
    message: cutParameters(message),
    stack: cutParameters(stack),
    ...code,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** Structured log in UTC. Fields with a secret's name are redacted at any depth. */
export const createLog = (level: string, destination?: { write(line: string): void }): Log =>
  pino(
    {
      level,
      base: null,
      serializers: { err: describeError, error: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[cut]' },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
