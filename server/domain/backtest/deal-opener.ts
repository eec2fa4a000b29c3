import type { Big } from 'big.js';
import { floorTo } from '#contracts/rules/steps.ts';
import { TOLD_AFTER } from '../exit-plan/candle-close.ts';
import { openingOf, waitsForDeal } from '../strategies/averaging/next-deal.ts';
import { breakoutOf, breakoutTerms, dealOfBreakout } from '../strategies/rounds/breakout-deals.ts';
import type { GridRules } from '../strategies/rounds/level.ts';
import { dealOfSignal, type SignalledRun } from '../strategies/rounds/deal-of-signal.ts';
import { isMissed } from '../strategies/signals/opening-deals.ts';
import { exitsFrom, exitsStart } from '../strategies/signals/signal-deals.ts';
import type { TurtleTerms } from '../strategies/signals/turtle-step.ts';
import { type Able, BarSignals } from './bar-signals.ts';
import { BreakoutBars } from './breakout-bars.ts';
import type {
  BarDeals,
  BreakoutDeals,
  CalledDeals,
  DealsPlan,
  EndedDeal,
  LadderDeals,
  MemoryDeal,
  SignalledEntry,
} from './memory-deal.ts';
import type { SignalBars } from './signal-bars.ts';

/** A run as it is looked at for its next deal. */
export interface Outlook {
  /** UTC epoch ms. */
  now: number;
  last: Big;
  rules: GridRules;
  open: readonly MemoryDeal[];
  /** Deals that are over by which the next one is decided. */
  ended: readonly EndedDeal[];
  /** As a signal finds it. */
  run: () => SignalledRun;
}

/** What becomes of a run whose deals have nothing to do; `sells`: those that are open end; `reduces`: this share of them is sold. */
export type Opening = { sells?: boolean; reduces?: Big | null } & (
  | { do: 'open'; entry: SignalledEntry | null }
  /** Looked at again then, UTC epoch ms; null where nothing but a price brings it on. */
  | { do: 'wait'; until: number | null }
  /** A bar was decided, and there may be another. */
  | { do: 'go-on' }
  | { do: 'halt'; text: string }
  /** No further deal follows. */
  | { do: 'end' }
);

/** What opens the deals of a run. */
export interface DealOpener {
  next(outlook: Outlook): Opening;
  /** Passes over what changed nothing as the run stood until this time, UTC epoch ms. */
  passBy(time: number, open: readonly MemoryDeal[]): void;
  /** What a deal goes by whose orders wait for a breakout; null for others. */
  terms(purse: { owned: Big; given: Big }): TurtleTerms | null;
}

const WAITS: Opening = { do: 'wait', until: null };
const GOES_ON: Opening = { do: 'go-on' };

/** PB-3 to PB-6: what a signal makes of a run. */
function judged(
  of: BarDeals | CalledDeals,
  signal: { at: number; price: Big },
  { now, last, rules, open, run }: Outlook,
): Opening {
  const { deals } = of;
  const made = dealOfSignal(of, run(), { signal, last, now, rules });
  if (made.do === 'lack') return open.length > 0 ? GOES_ON : { do: 'halt', text: made.text };
  if (made.do === 'wait') return GOES_ON;
  const { price, quantity, until } = made;
  const exits = exitsFrom(exitsStart(deals, { price, market: last }), deals, rules);
  return { do: 'open', entry: { price, quantity, until, stop: exits.stop, exits } };
}

/** PB-11: one deal after the other. */
class LadderOpener implements DealOpener {
  readonly #deals: LadderDeals;

  constructor(deals: LadderDeals) {
    this.#deals = deals;
  }

  next({ now, last, rules, open, ended, run }: Outlook): Opening {
    const { averaging, pair } = this.#deals;
    if (open.length > 0) return WAITS;
    const { owned, given } = run();
    const waits = waitsForDeal({ deals: ended, given }, this.#deals, { now, last });
    if (waits) return waits.why === 'over' ? { do: 'end' } : { do: 'wait', until: waits.until };
    const opening = openingOf(averaging, { last, owned: owned.counter, rules, currency: pair.counter });
    return 'fault' in opening ? { do: 'halt', text: opening.fault } : { do: 'open', entry: null };
  }

  passBy(): void {}

  terms(): null {
    return null;
  }
}

/** PB-2, PB-8: what a bar decides that has ended. */
class BarOpener implements DealOpener {
  readonly #deals: BarDeals;
  readonly #signals: BarSignals;

  constructor(deals: BarDeals, signals: SignalBars) {
    this.#deals = deals;
    this.#signals = new BarSignals(signals, deals.bars, { tick: deals.pair.tick, since: deals.since });
  }

  next(outlook: Outlook): Opening {
    const { now, open } = outlook;
    const decided = this.#signals.take(now);
    if (!decided) return { do: 'wait', until: this.#signals.dueFor(this.#able(open)) };
    // PB-2: the prices of its time were not known.
    if (isMissed({ barEnd: decided.due - TOLD_AFTER, now }, this.#deals.bars.length)) return GOES_ON;
    // A signal that would open nothing is not computed.
    const signal = open.length < this.#deals.limits.places && !this.#waits(outlook) ? decided.signal() : null;
    const opening = signal ? judged(this.#deals, signal, outlook) : GOES_ON;
    return { ...opening, sells: decided.sells };
  }

  passBy(time: number, open: readonly MemoryDeal[]): void {
    this.#signals.passBy(time, this.#able(open));
  }

  terms(): null {
    return null;
  }

  /** What a bar could change just now. */
  #able(open: readonly MemoryDeal[]): Able {
    return { buys: open.length < this.#deals.limits.places, sells: open.some(({ ending }) => ending === null) };
  }

  /** PB-6: its rest, or a limit of its day. */
  #waits({ now, last, run }: Outlook): boolean {
    const { open, ...of } = run();
    const openResult = open.counter.plus(open.base.times(last));
    return waitsForDeal(of, this.#deals, { now, last, openResult }) !== null;
  }
}

/** PB-12: what a hook was sent, as it came. */
class CallOpener implements DealOpener {
  readonly #deals: CalledDeals;
  /** The next one. */
  #at = 0;

  constructor(deals: CalledDeals) {
    this.#deals = deals;
  }

  next(outlook: Outlook): Opening {
    const call = this.#deals.calls[this.#at];
    if (!call || outlook.now < call.at) return { do: 'wait', until: call?.at ?? null };
    this.#at += 1;
    const { at, price, share } = call;
    if (call.do === 'close') return { ...GOES_ON, sells: true };
    if (call.do === 'reduce') return { ...GOES_ON, reduces: share };
    const isInStep = (call.do === 'add') === outlook.open.length > 0;
    if (!isInStep || !price) return GOES_ON;
    const opening = judged(this.#deals, { at, price: floorTo(this.#deals.pair.tick, price) }, outlook);
    return opening.do === 'open' ? opening : GOES_ON;
  }

  passBy(): void {}

  terms(): null {
    return null;
  }
}

/** PB-9: where a bar that has ended leaves its deal, or opens one. */
class BreakoutOpener implements DealOpener {
  readonly #deals: BreakoutDeals;
  readonly #bars: BreakoutBars;

  constructor(deals: BreakoutDeals, signals: SignalBars) {
    this.#deals = deals;
    this.#bars = new BreakoutBars(signals, deals, { tick: deals.pair.tick, since: deals.since });
  }

  next({ now, last, rules, open, run }: Outlook): Opening {
    const bars = this.#bars;
    const decided = bars.take(now);
    if (!bars.seen || !decided) return { do: 'wait', until: bars.due };
    const { sells } = decided;
    const breakout = breakoutOf(bars.seen, this.#deals.bars);
    if (!breakout || open.length > 0) return { do: 'go-on', sells };
    const made = dealOfBreakout(this.#deals, run(), { breakout, last, now, rules });
    if (made.do === 'lack') return { do: 'halt', text: made.text, sells };
    return made.do === 'open' ? { do: 'open', entry: null, sells } : { do: 'go-on', sells };
  }

  passBy(): void {}

  terms(purse: { owned: Big; given: Big }): TurtleTerms | null {
    return breakoutTerms(this.#deals, this.#bars.seen, purse);
  }
}

/** `signals`: the bars that a run goes by; without them none of its deals opens. */
export function openerOf(deals: DealsPlan, signals: SignalBars | null): DealOpener {
  if (deals.by === 'ladder') return new LadderOpener(deals);
  if (deals.by === 'signal' && !deals.bars) return new CallOpener(deals);
  if (!signals) return { next: () => WAITS, passBy: () => {}, terms: () => null };
  return deals.by === 'signal' ? new BarOpener(deals, signals) : new BreakoutOpener(deals, signals);
}
