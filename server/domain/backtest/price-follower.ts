import type { Big } from 'big.js';
import { max, min, ZERO } from '#contracts/rules/decimal.ts';
import { type Borders, breaksOf, restsBetween, type Side, sideAfter } from '../strategies/rounds/range-borders.ts';
import type { RunContext, RunFacts, RunLevel, RunOrder } from '../strategies/rounds/run-facts.ts';
import { viewLevels } from '../strategies/rounds/run-step.ts';
import type { AwaitedPrice } from '../strategies/rounds/stop-conditions.ts';
import { type TrendRules, trendStep, type TrendStep } from '../strategies/rounds/trend-step.ts';

/** What lets a run follow the price besides its levels. */
export type Following =
  | { by: 'borders'; borders: Borders }
  | { by: 'trend'; trend: Omit<TrendRules, 'shiftedAt'>; stopFollows: boolean };

/** A run as it is looked at; its orders are asked for where they are needed. */
interface Seen {
  facts: Omit<RunFacts, 'orders'>;
  orders: () => RunOrder[];
  /** Counts its trades. */
  trades: number;
}

type Changed = Partial<Pick<RunFacts, 'isOutside' | 'levels'>>;

/** What the price makes of a run, by the rules of a live one. */
export interface PriceFollower {
  /** Prices that it waits for. */
  awaits: readonly AwaitedPrice[];
  /** When it looks again although nothing happened, UTC epoch ms. */
  due: number | null;
  /** Counts what it has changed. */
  changes: number;
  /** By how much the lower stop has moved with the lines, counter units. */
  stopMoved: Big;
  /** What changes now; null where nothing does. */
  look(seen: Seen, context: RunContext): Changed | null;
}

/** T-9: orders come down outside the borders. */
class BorderFollower implements PriceFollower {
  readonly #borders: Borders;
  readonly stopMoved = ZERO;
  #side: Side | null = null;
  awaits: readonly AwaitedPrice[] = [];
  due: number | null = null;
  changes = 0;

  constructor(borders: Borders) {
    this.#borders = borders;
  }

  look({ facts: { state, isOutside } }: Seen, { last, now }: RunContext): Changed | null {
    if (state !== 'running' || !last) {
      [this.#side, this.awaits, this.due] = [null, [], null];
      return null;
    }
    // Each price is looked at by itself: none is between two of them.
    this.#side = sideAfter(this.#borders, this.#side, { traded: null, last, now });
    this.awaits = breaksOf(this.#borders, this.#side, last);
    const { rests, again } = restsBetween(this.#borders, this.#side, { isResting: !isOutside, now });
    this.due = again;
    if (rests !== isOutside) return null;
    this.changes += 1;
    return { isOutside: !rests };
  }
}

/** Its lowest and highest line now. */
export const linesOf = (levels: readonly RunLevel[]) => {
  const [first, ...more] = levels.map(({ level }) => level);
  return {
    low: more.reduce((low, { buyPrice }) => min(low, buyPrice), first?.buyPrice ?? ZERO),
    high: more.reduce((high, { sellPrice }) => max(high, sellPrice), first?.sellPrice ?? ZERO),
  };
};

const isReached = ({ price, above }: AwaitedPrice, last: Big): boolean => (above ? last.gte(price) : last.lte(price));

const withOff = (levels: readonly RunLevel[], number: number, off: RunLevel['off']): RunLevel[] =>
  levels.map((each) => (each.level.number === number ? { ...each, off } : each));

/** T-5: lines that follow upward. */
class TrendFollower implements PriceFollower {
  readonly #of: Extract<Following, { by: 'trend' }>;
  stopMoved = ZERO;
  awaits: readonly AwaitedPrice[] = [];
  due: number | null = null;
  changes = 0;
  #shiftedAt: number | null = null;
  /** What it was looked at with last; null where it has to be looked at anew. */
  #seen: string | null = null;
  /** Its next line is reached, and only a trade of its own lets it follow. */
  #waitsForTrade = false;

  constructor(of: Extract<Following, { by: 'trend' }>) {
    this.#of = of;
  }

  look(seen: Seen, context: RunContext): Changed | null {
    const { now, last } = context;
    if (!this.#isNews(seen, last, now)) return null;
    const facts = { ...seen.facts, orders: seen.orders() };
    const rules = { ...this.#of.trend, shiftedAt: this.#shiftedAt };
    const look = { facts, views: viewLevels(facts, context), context, highest: null };
    const { step, again, awaits, isTooSmall } = trendStep(rules, look);
    this.#waitsForTrade = awaits !== null && (isTooSmall || again !== null);
    this.due = this.#waitsForTrade ? null : again;
    this.awaits = awaits && !this.#waitsForTrade ? [{ price: awaits, above: true }] : [];
    this.#seen = step ? null : this.#key(seen);
    return step && this.#take(step, seen.facts.levels, now);
  }

  #key({ facts: { state, begun }, trades }: Seen): string {
    return `${state} ${begun} ${this.#waitsForTrade ? trades : ''}`;
  }

  #isNews(seen: Seen, last: Big | null, now: number): boolean {
    if (this.#seen !== this.#key(seen) || (this.due !== null && now >= this.due)) return true;
    return last !== null && this.awaits.some((awaited) => isReached(awaited, last));
  }

  #take(step: TrendStep, levels: readonly RunLevel[], now: number): Changed {
    this.changes += 1;
    if (step.do === 'put-back') return { levels: withOff(levels, step.level, null) };
    if (step.do === 'take-off') {
      this.#shiftedAt = now;
      return { levels: withOff(levels, step.level, 'waiting') };
    }
    if (this.#of.stopFollows) this.stopMoved = this.stopMoved.plus(step.moved);
    const replaced = levels.map((each): RunLevel => (each.off === 'waiting' ? { ...each, off: 'replaced' } : each));
    return { levels: [...replaced, { level: step.level, start: step.start, leftOut: false }] };
  }
}

export const followerOf = (following: Following | null): PriceFollower | null => {
  if (!following) return null;
  return following.by === 'borders' ? new BorderFollower(following.borders) : new TrendFollower(following);
};
