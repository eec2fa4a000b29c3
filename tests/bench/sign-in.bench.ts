import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '../../server/features/accounts/password.ts';
import { visitor } from '../../server/scripts/visitor.ts';
import { inTurn, median, percentile, type Row, summary, timed } from './measure.ts';
import { ownSite } from './site.ts';

const GOAL_RATIO = 2;
const GOAL_OTHERS = 50;
const ROUNDS = 5;
const PEOPLE = 50;
const EVERY = 5;
const password = 'Bench-trader-2026!';

const people = Array.from({ length: PEOPLE }, () => ({
  email: `${randomUUID()}@bench.example`,
  username: 'Bench',
  password,
}));
type Person = (typeof people)[number];

const all = <T>(work: (person: Person) => Promise<T>): Promise<T[]> => Promise.all(people.map(work));

/** How long another person waits for a page's first call, asked again and again until the signal. */
async function othersMeanwhile(origin: string, over: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!over.aborted) {
    times.push(await timed(async () => (await fetch(`${origin}/api/user`)).arrayBuffer()));
    await pause(EVERY);
  }
  return times;
}

/** Fifty people sign in at once, against the same number of bare argon2id hashes in the same turns. */
export async function signInRows({ rounds = ROUNDS } = {}): Promise<Row[]> {
  await using site = await ownSite();
  const { origin } = site;
  await all((person) => visitor(origin).join(person));
  const others: number[] = [];
  const { baselines, products } = await inTurn(rounds, {
    baseline: async () => median(await all(() => timed(() => hashPassword(password)))),
    product: async () => {
      const over = new AbortController();
      const meanwhile = othersMeanwhile(origin, over.signal);
      const times = await all((person) => timed(() => visitor(origin).enter(person)));
      over.abort();
      others.push(percentile(await meanwhile, 99));
      return median(times);
    },
  });
  const ratio = median(products) / median(baselines);
  return [
    {
      name: `${PEOPLE} people sign in at once, p50`,
      found: `${summary(products, 'ms')}, ${ratio.toFixed(2)} times argon2id alone, ${summary(baselines, 'ms')}`,
      goal: `at most ${GOAL_RATIO} times`,
      met: ratio <= GOAL_RATIO,
      ratio,
    },
    {
      name: 'other requests meanwhile, p99',
      found: summary(others, 'ms'),
      goal: `under ${GOAL_OTHERS} ms`,
      met: median(others) < GOAL_OTHERS,
    },
  ];
}
