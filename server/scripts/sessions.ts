import { parseArgs } from 'node:util';
import { createAudit } from '../audit/index.ts';
import { attachDatabase } from '../db/attach.ts';
import { readEnv } from '../env.ts';
import { endSessionsByOperator } from '../features/accounts/index.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';

const USAGE = 'Usage: npm run sessions -- end --all, or npm run sessions -- end --person e-mail.';

/** Null for all users. */
function requestedUser(): string | null {
  const options = { person: { type: 'string' }, all: { type: 'boolean' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const { person, all = false } = values;
  if (positionals.join(' ') !== 'end' || all === (person !== undefined)) throw new Error(USAGE);
  return person ?? null;
}

async function endSessions(): Promise<void> {
  const person = requestedUser();
  const log = createLog('warn');
  const { db, close } = await attachDatabase(readEnv(process.env), log);
  try {
    const audit = createAudit({ db, clock: systemClock, log });
    const ended = await endSessionsByOperator({ db, clock: systemClock, audit }, person);
    console.log(
      `${ended === 1 ? '1 session is' : `${ended} sessions are`} ended: ${person ?? 'everyone'} has to sign in again.`,
    );
  } finally {
    await close();
  }
}

try {
  await endSessions();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
