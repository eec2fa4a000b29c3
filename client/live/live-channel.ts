import type { LiveEvent, Topic } from '#contracts/live.ts';
import { backoff } from '#contracts/rules/backoff.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { createListeners } from '../lib/listeners.ts';
import type { LivePage, LiveState, Lost } from './live-state.ts';
import { countTopics } from './on-demand.ts';
import type { LiveSocket, SocketListener } from './socket.ts';

const RETRY = { min: 1000, max: 30_000 };
export const GIVE_UP_AFTER_MS = 10 * MINUTE_MS;

/** The pages of a process that restarts do not all come back at once. */
const RESTART_SPREAD_MS = 3000;

/** 1, 2, 4 … 30 s, less a random part of up to a quarter. */
export const pauseBefore = (attempt: number, random: number): number => backoff(attempt + 1, RETRY) * (1 - random / 4);

const pauseAfter = ({ restarting }: Lost, attempt: number, random: number): number =>
  restarting ? random * RESTART_SPREAD_MS : pauseBefore(attempt, random);

interface LiveChannelOptions {
  open: (page: LivePage, listener: SocketListener) => LiveSocket;
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  onEvent: (event: LiveEvent) => void;
  onUnread: (topic: Topic) => void;
  /** Refetch what bots said before their topics were subscribed to. */
  onBots: () => void;
  /** Reconnected: refetch what was missed. */
  onBack: () => void;
  /** First connection: refetch what changed since the page's own queries. */
  onFirst: () => void;
  onLost: (lost: Lost) => void;
}

const samePage = (one: LivePage | null, other: LivePage): boolean =>
  one?.market === other.market && one.symbolName === other.symbolName && one.counterEarning === other.counterEarning;

const wasLost = ({ kind }: LiveState): boolean => kind === 'lost' || kind === 'given-up';

/** The page's one connection, reconnected with exponential backoff for up to ten minutes. */
export function createLiveChannel(deps: LiveChannelOptions) {
  const listeners = createListeners();
  let state: LiveState = { kind: 'connecting' };
  let page: LivePage | null = null;
  let socket: LiveSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  const topics = countTopics((wanted) => socket?.want(wanted));

  function become(next: LiveState): void {
    state = next;
    listeners.notify();
  }

  function connect(): void {
    clearTimeout(timer);
    if (!page || socket) return;
    socket = deps.open(page, { ...deps, onOpen, onLost });
    topics.announce();
  }

  function onOpen(): void {
    const opened = wasLost(state) ? deps.onBack : deps.onFirst;
    attempt = 0;
    become({ kind: 'live' });
    opened();
  }

  function onLost(lost: Lost): void {
    socket = null;
    const since = 'since' in state ? state.since : deps.now();
    const over = lost.sessionEnded || deps.now() - since >= GIVE_UP_AFTER_MS;
    become({ kind: over ? 'given-up' : 'lost', since });
    deps.onLost(lost);
    if (!over) timer = setTimeout(connect, pauseAfter(lost, attempt, deps.random()));
    attempt += 1;
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    /** Connects, or switches the open connection to another pair. */
    show(next: LivePage): void {
      if (samePage(page, next) && socket) return;
      page = next;
      if (socket) socket.show(next);
      else if (state.kind === 'connecting') connect();
    },
    /** Gets a topic that pages get on demand. Returns the way to stop. */
    listen: topics.listen,
    isShowing: () => page !== null,
    /** Gives an open connection up, and makes another. */
    drop: (): void => socket?.drop(),
    /** Skips the backoff, on regained network or visibility. */
    retryNow(): void {
      if (socket || state.kind === 'connecting') return;
      attempt = 0;
      connect();
    },
    close(): void {
      clearTimeout(timer);
      socket?.close();
      socket = null;
      page = null;
      attempt = 0;
      become({ kind: 'connecting' });
    },
  };
}
export type LiveChannel = ReturnType<typeof createLiveChannel>;
