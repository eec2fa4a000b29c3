import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { trader } from '../factories/visitor.ts';

/** The next number of a repeatable sequence, from 0 to 1. */
export type Uniform = () => number;

type Order = Record<string, number>;
export type Person = Awaited<ReturnType<typeof trader>>;
/** 'lost': accepted, and looked up later; 'cut': the line broke twice, so that the person looks at the list of blocks. */
export type Answer =
  | { kind: 'placed'; blockId: string; ms: number }
  | { kind: 'refused'; reason: string }
  | { kind: 'lost' | 'wait' | 'cut' };

const ALERTS_EACH = 3;
/** A person's pause between orders, ms. */
const PAUSE = { least: 20_000, most: 40_000 };
const AT_ONCE = 6;

const between = (uniform: Uniform, least: number, most: number): number => least + uniform() * (most - least);

export async function addAlert(who: Person, price: number): Promise<void> {
  const what = { market: 'BINANCE', symbol: 'XRP_USDT', type: 'PRICE_RISES_ABOVE', informing: 'ONLY_ONCE' };
  const { body } = await who.post('/api/alert/', { ...what, price: Number(price.toFixed(4)), comment: '' });
  if (body.error !== null) throw new Error(body.error as string);
}

async function addCopyKey(who: Person): Promise<void> {
  const account = (await who.post('/api/paper/key', {})).body;
  const of = { market: 'binance', mainUid: who.keyUid, groupName: 'Group', name: 'Copy' };
  const { body } = await who.post('/api/key/group', { ...of, ...account });
  if (body.error !== null) throw new Error(body.error as string);
}

interface Joining {
  url: string;
  uniform: Uniform;
  levels: { from: number; to: number };
  /** One person of this many has a copy key; 0 for none. */
  copyEvery: number;
}

/** A person with a paper key and alerts at prices that the market is about to pass. */
async function join({ url, uniform, levels, copyEvery }: Joining, nth: number): Promise<Person> {
  const app = { request: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init) };
  const who = await trader({ app });
  if (copyEvery > 0 && nth % copyEvery === 0) await addCopyKey(who);
  for (let alert = 0; alert < ALERTS_EACH; alert += 1) await addAlert(who, between(uniform, levels.from, levels.to));
  return who;
}

export async function joinAll(count: number, of: Joining): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    const some = Math.min(AT_ONCE, count - people.length);
    const joined = people.length;
    people.push(...(await Promise.all(Array.from({ length: some }, (_, nth) => join(of, joined + nth)))));
  }
  return people;
}

async function ask(who: Person, order: Order, key: string): Promise<Answer> {
  const began = performance.now();
  try {
    const { status, body } = await who.buy(order, { 'idempotency-key': key });
    if (status === 200 && body.error === null)
      return { kind: 'placed', blockId: body.orderBlock.blockId as string, ms: performance.now() - began };
    if (status === 200) return { kind: 'refused', reason: body.error as string };
    return { kind: status === 502 ? 'lost' : status === 409 ? 'cut' : 'wait' };
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'cut' };
    throw error;
  }
}

/** A broken line is asked about again under the same key, as the app does. */
async function place(who: Person, order: Order): Promise<Answer> {
  const key = randomUUID();
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(who, order, key);
    if ((answer.kind !== 'cut' && answer.kind !== 'wait') || tries === 3) return answer;
    await sleep(2_000);
  }
}

/** A person's next order: six of ten fill at once, the others rest below the market; three of ten have exits. */
export function nextOrder(uniform: Uniform, price: number, nth: number): Order {
  const at = Number((price * (uniform() < 0.6 ? 1.01 : 0.97)).toFixed(4));
  const exits: Order =
    uniform() < 0.3
      ? { takeProfitPrice: Number((at * 1.2).toFixed(4)), stopLossPrice: Number((at * 0.8).toFixed(4)) }
      : {};
  return { price: at, counterQuantity: 11 + nth / 100, ...exits };
}

/** Orders of one person until `signal`. */
export async function trade(
  who: Person,
  { uniform, price, signal }: { uniform: Uniform; price: () => number; signal: AbortSignal },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const pause = (least: number) => sleep(between(uniform, least, PAUSE.most), undefined, { signal }).catch(() => {});
  await pause(0);
  for (let nth = 0; !signal.aborted; nth += 1) {
    answers.push(await place(who, nextOrder(uniform, price(), nth)));
    await pause(PAUSE.least);
  }
  return answers;
}
