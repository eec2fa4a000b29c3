import { Refusal } from '../lib/errors.ts';
import type { ReachedLoss, SwitchedOff, TradingStore } from './trading.store.ts';
import type { TradingDeps } from './deps.ts';

/** S-34: checked before an order is stored, and again right before it is sent. */
export interface TradingGate {
  /** Why this user may not order now; null when allowed. */
  refusal(userId: string): string | null;
  /** Throws for a call that would send an order. */
  mustBeOpen(userId: string): void;
  /** EX-12: why this key takes no new entries, though targets, stops and closes go on; null where it does. */
  entryRefusal(userId: string, keyId: string): string | null;
}

const READ_EVERY = 1000;
const KNOWN_FOR = 5000;

const SENTENCES = {
  fsync: 'Trading is off: the database runs with fsync off and could forget an order. Tell the operator.',
  unknown: 'Trading is paused: whether it is on could not be read from the database. Try again in a moment.',
  site: 'The operator of this site has switched trading off. Targets on the exchange stay, and orders can be canceled.',
  operator:
    'The operator of this site has switched trading off for your account. Targets on the exchange stay, and orders can be canceled.',
  yourself: 'You have switched your trading off. Switch it on again on your account page.',
};

const GO_ON = 'Targets, stops and closes go on.';
const UNTIL: Record<ReachedLoss['kind'], string> = {
  day: 'until 00:00 UTC',
  fall: 'until you set it anew on your account page',
};
/** EX-12. */
const lossSentence = ({ keyId, kind }: ReachedLoss, isThisKey: boolean): string =>
  keyId === null
    ? `Your loss limit is reached: no new entries ${UNTIL[kind]}. ${GO_ON}`
    : `The loss limit of ${isThisKey ? 'this key' : 'one of your keys'} is reached: no new entries on it ${UNTIL[kind]}. ${GO_ON}`;

/** Every process polls the switches each second, and blocks trading until it has read them or when it no longer can. */
export function tradingGate(deps: Pick<TradingDeps, 'clock' | 'log' | 'durable'> & { store: TradingStore }) {
  const { store, clock, log, durable } = deps;
  let known: SwitchedOff | null = null;
  let readAt = 0;
  let reading: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function read(): Promise<void> {
    try {
      known = await store.read();
      readAt = clock();
    } catch (error) {
      log.error({ error }, 'the trading switches could not be read');
      if (clock() - readAt > KNOWN_FOR) known = null;
    }
  }

  /** Reads the switches again; a read under way may be outdated. */
  async function refresh(): Promise<void> {
    await reading;
    reading ??= read().finally(() => (reading = null));
    await reading;
  }

  function refusal(userId: string): string | null {
    if (!durable) return SENTENCES.fsync;
    if (known === null) return SENTENCES.unknown;
    if (known.site) return SENTENCES.site;
    if (known.byOperator.has(userId)) return SENTENCES.operator;
    return known.byThemselves.has(userId) ? SENTENCES.yourself : null;
  }

  const reachedOf = (userId: string): readonly ReachedLoss[] => known?.reached.get(userId) ?? [];

  return {
    refusal,
    entryRefusal(userId: string, keyId: string): string | null {
      const reached = reachedOf(userId).find((one) => one.keyId === null || one.keyId === keyId);
      return reached ? lossSentence(reached, true) : null;
    },
    /** The account's limit first, then that of any key. */
    reachedLoss(userId: string): string | null {
      const reached = reachedOf(userId);
      const first = reached.find(({ keyId }) => keyId === null) ?? reached[0];
      return first ? lossSentence(first, false) : null;
    },
    mustBeOpen(userId: string): void {
      const sentence = refusal(userId);
      if (sentence !== null) throw new Refusal('unavailable', sentence);
    },
    isOwnOff: (userId: string): boolean => known?.byThemselves.has(userId) ?? false,
    refresh,
    async start(): Promise<void> {
      await refresh();
      timer = setInterval(() => {
        if (!reading) void refresh();
      }, READ_EVERY);
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer);
      await reading;
    },
  };
}
