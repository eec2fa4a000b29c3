import type { Big } from 'big.js';
import { SECOND } from '#contracts/rules/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { OpenKey } from '../../keys/index.ts';
import type { Markets } from '../../markets/index.ts';

/** A form that stays open asks every few seconds; what its exchange said within this time, ms, will do for that. */
export const PREVIEW_AGE = 30 * SECOND;
/** Keys whose answers are kept before old ones are looked for. */
const MANY = 1000;

export type Free = ReadonlyMap<string, Big> | null;

interface Asked {
  /** UTC epoch ms. */
  at: number;
  answer: Promise<Free>;
}

/** What exchanges say when they are asked: a call that has its weight, so that previews may use the last answer. */
export function askedBalances({ markets, clock }: { markets: Pick<Markets, 'exchange'>; clock: Clock }) {
  const asked = new Map<string, Asked>();
  const isOlder = ({ at }: Asked, ms: number): boolean => clock() - at >= ms;

  async function ask({ market, credentials }: OpenKey): Promise<Free> {
    const answer = await markets.exchange(market).balances(credentials);
    return answer.outcome === 'ok' ? new Map(answer.value.map(({ asset, free }) => [asset, free])) : null;
  }

  return {
    /** Null while not known. An answer younger than `age`, ms, is not asked for again. */
    async within(age: number, key: OpenKey): Promise<Free> {
      const known = asked.get(key.keyId);
      if (known && !isOlder(known, age)) return known.answer;
      if (asked.size >= MANY) for (const [id, old] of asked) if (isOlder(old, PREVIEW_AGE)) asked.delete(id);
      const now: Asked = { at: clock(), answer: ask(key) };
      asked.set(key.keyId, now);
      const free = await now.answer.catch(() => null);
      if (!free && asked.get(key.keyId) === now) asked.delete(key.keyId);
      return now.answer;
    },
    /** Something was placed with this key. */
    forget: (keyId: string): void => void asked.delete(keyId),
  };
}
export type AskedBalances = ReturnType<typeof askedBalances>;
