import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { signUp } from '#contracts/accounts.ts';
import { visitor } from '../../server/scripts/visitor.ts';
import { median, percentile, type Row, summary, timed } from './measure.ts';
import { ownSite, root } from './site.ts';

const RUSH = 400;
const GOAL_SIGN_IN = 1000;
const GOAL_RATIO = 20;
const GOAL_REFUSAL = 100;
const ALONE = 20;
const EVERY = 20;
const password = 'Bench-trader-2026!';

const newcomer = () => ({ email: `${randomUUID()}@bench.example`, username: 'Bench', password });

/** How long a sign-up from its own network waits to be refused; null where it was let in. */
async function refusal(origin: string): Promise<number | null> {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': '10.10.0.1' };
  const body = JSON.stringify({ ...newcomer(), passwordConfirmation: password });
  const started = performance.now();
  const answer = await fetch(`${origin}${signUp.path}`, { method: signUp.method.toUpperCase(), headers, body });
  await answer.arrayBuffer();
  return answer.status === 429 ? performance.now() - started : null;
}

/** Works as long as the rush is under way; answers how many of it were refused with the time to wait. */
async function duringRush(origin: string, work: () => unknown): Promise<number> {
  const rush = spawn(process.execPath, [join(root, 'tests/bench/rush-of-sign-ups.ts'), origin, String(RUSH)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const over = new AbortController();
  rush.once('exit', () => over.abort());
  const said = text(rush.stdout);
  while (!over.signal.aborted) {
    await work();
    await pause(EVERY);
  }
  return Number(await said);
}

/** S-51: who signs in while 400 sign up at once, against who signs in alone; and how soon the others of the 400 are told. */
export async function signUpRushRows(): Promise<Row[]> {
  await using site = await ownSite({ TRUST_PROXY: 'on' });
  const { origin } = site;
  const member = newcomer();
  await visitor(origin).join(member);
  const enter = () => timed(() => visitor(origin).enter(member));
  const alone: number[] = [];
  for (let nth = 0; nth < ALONE; nth += 1) alone.push(await enter());

  const meanwhile: number[] = [];
  const refused = await duringRush(origin, async () => meanwhile.push(await enter()));
  const asked: Promise<number | null>[] = [];
  // Not waited for: one that is let in says nothing of those that are not.
  await duringRush(origin, () => asked.push(refusal(origin)));
  const waits = (await Promise.all(asked)).filter((waited) => waited !== null);
  const p99 = percentile(meanwhile, 99);
  const ratio = p99 / median(alone);
  return [
    {
      name: `sign-in while ${RUSH} sign up at once, p99 of ${meanwhile.length}; ${refused} were refused`,
      found: `${p99.toFixed(0)} ms, ${ratio.toFixed(1)} times a sign-in alone, ${summary(alone, 'ms')}`,
      goal: `under ${GOAL_SIGN_IN} ms and at most ${GOAL_RATIO} times`,
      met: refused > 0 && p99 < GOAL_SIGN_IN && ratio <= GOAL_RATIO,
    },
    {
      name: `a sign-up that is over the limit meanwhile, p50 of ${waits.length}`,
      found: summary(waits, 'ms'),
      goal: `at most ${GOAL_REFUSAL} ms`,
      met: waits.length > 0 && median(waits) <= GOAL_REFUSAL,
    },
  ];
}
