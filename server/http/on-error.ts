import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ErrorBody } from '#contracts/errors.ts';
import { isDiskFull } from '../db/data-folder.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import { Refusal, type RefusalCode } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { HttpEnv } from './http-env.ts';
import { loggedPath } from './logged-path.ts';

export const STATUS = {
  refused: 200,
  malformed: 400,
  'not-signed-in': 401,
  'wrong-origin': 403,
  confirm: 403,
  prove: 403,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'wrong-type': 415,
  unprocessable: 422,
  'too-many': 429,
  'exchange-failed': 502,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>;

const bodyOf = ({ code, message, issues }: Refusal): ErrorBody => ({
  error: message,
  ...(issues ? { issues } : {}),
  ...(code === 'confirm' ? { confirm: true } : {}),
  ...(code === 'prove' ? { prove: true } : {}),
});

const DISK_FULL =
  'The disk of this site is full, so nothing can be saved now. Orders that rest on an exchange stay there. Try again later; the operator has to make room.';

const DATABASE_AWAY =
  'This site cannot reach its database at the moment. Look whether your change was made, then try again in a few seconds.';

/** The client disconnected before its request was complete. */
const isAborted = ({ env }: Context<HttpEnv>): boolean =>
  env?.incoming !== undefined && env.incoming.destroyed && !env.incoming.complete;

/** Maps refusals to responses. Any other error is a bug: logged whole, and answered in general terms. */
export const onError =
  (log: Log) =>
  (error: Error, c: Context<HttpEnv>): Response => {
    if (isAborted(c)) {
      log.debug({ path: loggedPath(c.req.path) }, 'broken off');
      return c.json({ error: 'This request was aborted.' } satisfies ErrorBody, 400);
    }
    if (error instanceof Refusal) {
      // The rest of the body is not read.
      if (error.code === 'too-large') c.header('Connection', 'close');
      if (error.retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(error.retryAfter)));
      return c.json(bodyOf(error), STATUS[error.code]);
    }
    if (error instanceof HTTPException) return c.json({ error: error.message } satisfies ErrorBody, error.status);
    const id = randomUUID();
    if (isDiskFull(error)) {
      log.error({ id, error, path: loggedPath(c.req.path) }, 'the disk is full');
      c.header('Retry-After', '60');
      return c.json({ error: DISK_FULL } satisfies ErrorBody, 503);
    }
    if (isDatabaseAway(error)) {
      log.error({ id, error, path: loggedPath(c.req.path) }, 'the database is away');
      c.header('Retry-After', '5');
      return c.json({ error: DATABASE_AWAY } satisfies ErrorBody, 503);
    }
    log.error({ id, error, path: loggedPath(c.req.path) }, 'request failed');
    return c.json(
      { error: `Something went wrong. Try again; if it happens again, tell us this number: ${id}` } satisfies ErrorBody,
      500,
    );
  };
