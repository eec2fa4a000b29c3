import { parseArgs } from 'node:util';
import { createAudit } from '../audit/index.ts';
import { attachDatabase } from '../db/attach.ts';
import { readEnv } from '../env.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';
import { switchByOperator } from '../trading/index.ts';

const USAGE = 'Usage: npm run trading -- off or on; for one person npm run trading -- off --person e-mail.';

function requested() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { person: { type: 'string' } } });
  const [word] = positionals;
  if (positionals.length !== 1 || (word !== 'on' && word !== 'off')) throw new Error(USAGE);
  return { on: word === 'on', person: values.person ?? null };
}

async function switchTrading(): Promise<void> {
  const wanted = requested();
  const log = createLog('warn');
  const { db, close } = await attachDatabase(readEnv(process.env), log);
  try {
    await switchByOperator({ db, clock: systemClock, audit: createAudit({ db, clock: systemClock, log }) }, wanted);
  } finally {
    await close();
  }
  const subject = wanted.person === null ? 'Trading' : `Trading of ${wanted.person}`;
  console.log(
    wanted.on
      ? `${subject} is on.`
      : `${subject} is off: every server stops within five seconds. Targets stay on the exchanges.`,
  );
}

try {
  await switchTrading();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
