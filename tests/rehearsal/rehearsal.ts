import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../server/exchanges/paper/market/random.ts';
import { judge, type Judgment, type Span } from './judge.ts';
import { sendSignals, startBots } from './bots.ts';
import { checkModel } from './check-model.ts';
import { type Answer, joinAll, trade, type Uniform } from './people.ts';
import { type ManySite, openManySite } from './site.ts';
import type { Ending, Supervised } from './supervised.ts';

export interface Plan {
  people: number;
  /** How long processes are ended, ms. */
  forMs: number;
  seed: string;
  /** Nothing is ended: what the load costs is compared with the model of unit costs. */
  calm?: boolean;
  print: (line: string) => void;
}

const SYMBOL = 'XRPUSDT';
const [START, END] = [0.52, 0.56];
const PRICE_EVERY = 500;
/** Of so many people one has a copy key. */
const COPY_EVERY = 5;
/** Of so many people one has a bot. */
const BOT_EVERY = 5;
/** Between two endings, ms. */
const PAUSE = { least: 4_000, most: 9_000 };

const pick = <T>(uniform: Uniform, all: readonly T[]): T => all[Math.floor(uniform() * all.length)] as T;

/** The market rises past every alert's level, with small steps back. */
function walk(site: ManySite, { forMs, uniform }: { forMs: number; uniform: Uniform }) {
  let price = START;
  return {
    price: () => price,
    async rise(): Promise<void> {
      const began = Date.now();
      for (let gone = 0; gone < forMs; gone = Date.now() - began) {
        price = START + (END - START) * (gone / forMs) - uniform() * 0.0005;
        await site.setPrice(SYMBOL, price.toFixed(4));
        await sleep(PRICE_EVERY);
      }
      // Above the highest level, until the exchange has taken it.
      price = END + 0.001;
      while (!(await site.setPrice(SYMBOL, price.toFixed(4)))) await sleep(PRICE_EVERY);
    },
  };
}

/** Times in which no takeover was possible: the paper exchange was away, or every engine was. They do not overlap. */
function watchOutages(site: ManySite) {
  const away = new Set<Supervised>();
  const spans: Span[] = [];
  let from: number | null = null;
  function look(): void {
    const isOutage = away.has(site.paper) || site.engines.every((engine) => away.has(engine));
    if (isOutage) from ??= Date.now();
    else if (from !== null) {
      spans.push({ from, to: Date.now() });
      from = null;
    }
  }
  return {
    spans,
    has: (process: Supervised) => away.has(process),
    leaves(process: Supervised): void {
      away.add(process);
      look();
    },
    returns(process: Supervised): void {
      away.delete(process);
      look();
    },
  };
}

/**
 * Ends one process after the other, each in one of three ways; NATS goes away and comes back. Answers the
 * times in which no takeover was possible.
 */
async function endProcesses(site: ManySite, { forMs, seed, print }: Plan): Promise<Span[]> {
  const { uniform } = randomFrom(`${seed} endings`);
  const until = Date.now() + forMs;
  const began = Date.now();
  const report = (name: string, how: string) => print(`${((Date.now() - began) / 1000).toFixed(1)} s  ${how} ${name}`);
  const endings: Promise<void>[] = [];
  const away = watchOutages(site);

  async function end(target: Supervised, how: Ending): Promise<void> {
    away.leaves(target);
    report(target.name, how);
    await target.end(how);
    if (target === site.paper) await site.paperAnswers();
    away.returns(target);
  }
  while (Date.now() < until) {
    await sleep(PAUSE.least + uniform() * (PAUSE.most - PAUSE.least));
    const target = pick(uniform, [...site.webs, ...site.engines, site.paper]);
    const how = pick<Ending>(uniform, ['SIGKILL', 'SIGTERM', 'SIGSTOP']);
    if (uniform() < 0.1) {
      report('nats-server', 'away 5 s:');
      await site.nats.stop();
      await sleep(5_000);
      await site.nats.start();
    } else if (!away.has(target)) endings.push(end(target, how));
  }
  await Promise.all(endings);
  return away.spans;
}

const count = (answers: readonly Answer[], kind: Answer['kind']) => answers.filter((each) => each.kind === kind).length;

/** Starts a site of many processes, lets people use it while its processes are ended, and judges what is left. */
export async function rehearse(plan: Plan): Promise<Judgment> {
  const { people: wanted, seed, print, forMs } = plan;
  const site = await openManySite();
  try {
    const { uniform } = randomFrom(`${seed} people`);
    await site.setPrice(SYMBOL, START.toFixed(4));
    const levels = { from: START + 0.001, to: END };
    // The model has no copies.
    const people = await joinAll(wanted, { url: site.url, uniform, levels, copyEvery: plan.calm ? 0 : COPY_EVERY });
    // The model has no bots either.
    const hooks = plan.calm ? [] : await startBots(people, BOT_EVERY);
    print(`${people.length} people have joined.`);
    const began = Date.now();
    let outages: Span[] = [];
    let answers: Answer[] = [];
    const load = async () => {
      const market = walk(site, { forMs, uniform: randomFrom(`${seed} market`).uniform });
      const over = new AbortController();
      const trading = people.map((who, nth) =>
        trade(who, { uniform: randomFrom(`${seed} person ${nth}`).uniform, price: market.price, signal: over.signal }),
      );
      const signals = hooks.map((hook, nth) =>
        sendSignals(`${site.url}${hook}`, { uniform: randomFrom(`${seed} hook ${nth}`).uniform, over: over.signal }),
      );
      [outages] = await Promise.all([plan.calm ? [] : endProcesses(site, plan), market.rise()]);
      over.abort();
      await Promise.all(signals);
      answers = (await Promise.all(trading)).flat();
    };
    await (plan.calm ? checkModel(site, load, print) : load());
    const placed = answers.flatMap((each) => (each.kind === 'placed' ? [each.blockId] : []));
    for (const reason of new Set(answers.flatMap((each) => (each.kind === 'refused' ? [each.reason] : []))))
      print(`  refused: ${reason}`);
    print(
      `${answers.length} orders: ${placed.length} placed, ${count(answers, 'refused')} refused, ` +
        `${count(answers, 'lost')} looked up later, ${count(answers, 'wait') + count(answers, 'cut')} not taken.`,
    );
    const judgment = await judge(site.sql, { placed, outages });
    const after = (at: number) => ((at - began) / 1000).toFixed(1);
    for (const { from, to, ms } of judgment.waits)
      print(
        `  an order taken at ${after(from)} s was sent at ${after(to)} s: ${(ms / 1000).toFixed(1)} s of a takeover`,
      );
    return judgment;
  } finally {
    await site.close();
  }
}
