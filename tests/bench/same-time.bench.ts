import { randomUUID } from 'node:crypto';
import { signIn } from '#contracts/accounts.ts';
import { resetPassword } from '#contracts/recovery.ts';
import { visitor } from '../../server/scripts/visitor.ts';
import { median, type Row, timed } from './measure.ts';
import { ownSite } from './site.ts';

const GOAL = 10;
const SAMPLES = 200;
/** Each address may ask for three links an hour. */
const MEMBERS = Math.ceil(SAMPLES / 3);
const password = 'Bench-trader-2026!';

let calls = 0;
/** Each call from another network, which has limits of its own. */
const network = () => `10.${(calls += 1) >> 16}.${(calls >> 8) & 255}.${calls & 255}`;

interface Question {
  name: string;
  method: string;
  path: string;
  about: (email: string) => object;
}

const QUESTIONS: Question[] = [
  {
    name: 'a wrong password',
    method: 'POST',
    path: signIn.path,
    about: (email) => ({ j_email: email, j_password: 'Wrong-horse-7!' }),
  },
  { name: 'a recovery link asked for', method: 'PUT', path: resetPassword.path, about: (userEmail) => ({ userEmail }) },
];

const stranger = () => `${randomUUID()}@bench.example`;

interface Place {
  origin: string;
  /** Addresses with an account. */
  members: readonly string[];
}

/** S-06: what an answer's time tells of whether an address has an account. */
async function gapOf({ origin, members }: Place, { name, method, path, about }: Question): Promise<Row> {
  const ask = (email: string) =>
    timed(async () => {
      const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': network() };
      const answer = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(about(email)) });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    });
  const known: number[] = [];
  const unknown: number[] = [];
  const askKnown = async (sample: number) => known.push(await ask(members[sample % members.length] ?? ''));
  const askUnknown = async () => unknown.push(await ask(stranger()));
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // In turn, so that neither always follows the other.
    if (sample % 2 === 0) await askKnown(sample);
    await askUnknown();
    if (sample % 2 === 1) await askKnown(sample);
  }
  const gap = Math.abs(median(known) - median(unknown));
  return {
    name: `${name}: known against unknown address, medians of ${SAMPLES}`,
    found: `${gap.toFixed(1)} ms apart, ${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms`,
    goal: `at most ${GOAL} ms apart`,
    met: gap <= GOAL,
  };
}

export async function sameTimeRows(): Promise<Row[]> {
  await using site = await ownSite({ TRUST_PROXY: 'on' });
  const { origin } = site;
  const members = Array.from({ length: MEMBERS }, stranger);
  for (const email of members) await visitor(origin).join({ email, username: 'Bench', password });
  const rows: Row[] = [];
  for (const question of QUESTIONS) rows.push(await gapOf({ origin, members }, question));
  return rows;
}
