import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveChannel, GIVE_UP_AFTER_MS, pauseBefore } from './live-channel.ts';
import type { LivePage, Lost } from './live-state.ts';
import type { SocketListener } from './socket.ts';

const PAGE: LivePage = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true };
const DROPPED: Lost = { opened: true, error: null, sessionEnded: false, restarting: false };

function setUp(random = 0) {
  const sockets: { page: LivePage; shown: LivePage[]; wanted: string[]; listener: SocketListener; closed: boolean }[] =
    [];
  const said: string[] = [];
  const channel = createLiveChannel({
    open(page, listener) {
      const socket = { page, shown: [] as LivePage[], wanted: [] as string[], listener, closed: false };
      sockets.push(socket);
      return {
        show: (next) => socket.shown.push(next),
        want: (topics) => socket.wanted.push([...topics].join(' ')),
        close: () => (socket.closed = true),
        drop: () => listener.onLost(DROPPED),
      };
    },
    now: Date.now,
    random: () => random,
    onEvent: ({ topic }) => said.push(topic),
    onUnread: (topic) => said.push(`unread ${topic}`),
    onBots: () => said.push('bots'),
    onBack: () => said.push('back'),
    onFirst: () => said.push('first'),
    onLost: () => said.push('lost'),
  });
  const last = () => sockets.at(-1)!;
  return { channel, sockets, said, last };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the live channel', () => {
  it('backs off up to 30 s', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 20].map((attempt) => pauseBefore(attempt, 0));
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(pauseBefore(2, 1)).toBe(3000);
  });

  it.each([0, 0.5, 1])(
    'spreads the pages of a process that restarts over three seconds: %d of them',
    async (random) => {
      const { channel, sockets, last } = setUp(random);
      channel.show(PAGE);
      last().listener.onOpen();
      last().listener.onLost({ ...DROPPED, restarting: true });
      await vi.advanceTimersByTimeAsync(Math.max(0, random * 3000 - 1));
      expect(sockets).toHaveLength(random === 0 ? 2 : 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sockets).toHaveLength(2);
    },
  );

  it('asks for an on-demand topic while at least one part of the page wants it, on each new socket as well', async () => {
    const { channel, sockets, last } = setUp();
    const leave = channel.listen('market-depth');
    channel.show(PAGE);
    last().listener.onOpen();
    channel.listen('market-depth')();
    channel.listen('market-trades');
    expect(sockets[0]?.wanted).toEqual(['market-depth', 'market-depth', 'market-depth', 'market-depth market-trades']);
    last().listener.onLost(DROPPED);
    leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect(last().wanted).toEqual(['market-trades']);
  });

  it('P-07: a connection that is dropped is lost, and another one is made', async () => {
    const { channel, sockets, said, last } = setUp();
    channel.drop();
    channel.show(PAGE);
    last().listener.onOpen();
    channel.drop();
    expect([channel.state(), said.at(-1)]).toEqual([{ kind: 'lost', since: Date.now() }, 'lost']);
    channel.drop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    last().listener.onOpen();
    expect([channel.state(), said.at(-1)]).toEqual([{ kind: 'live' }, 'back']);
  });

  it('subscribes the open socket to another pair instead of opening a second', () => {
    const { channel, sockets, last } = setUp();
    channel.show(PAGE);
    last().listener.onOpen();
    channel.show(PAGE);
    channel.show({ ...PAGE, symbolName: 'btc_usdt' });
    expect(sockets).toHaveLength(1);
    expect(last().shown.map((page) => page.symbolName)).toEqual(['btc_usdt']);
  });

  it('reconnects with the pair shown now, and reports that it is back', async () => {
    const { channel, sockets, said, last } = setUp();
    channel.show(PAGE);
    last().listener.onOpen();
    last().listener.onLost(DROPPED);
    const since = Date.now();
    expect(channel.state()).toEqual({ kind: 'lost', since });
    channel.show({ ...PAGE, counterEarning: false });
    await vi.advanceTimersByTimeAsync(1000);
    last().listener.onLost({ ...DROPPED, opened: false });
    expect(channel.state()).toEqual({ kind: 'lost', since });
    await vi.advanceTimersByTimeAsync(1999);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(last().page.counterEarning).toBe(false);
    last().listener.onOpen();
    expect(channel.state()).toEqual({ kind: 'live' });
    expect(said).toEqual(['first', 'lost', 'lost', 'back']);
  });

  it('does not report being back at the first connection', () => {
    const { channel, said, last } = setUp();
    channel.show(PAGE);
    last().listener.onOpen();
    expect(said).toEqual(['first']);
  });

  it('gives up after ten minutes, and tries again when the page becomes visible', async () => {
    const { channel, sockets, last } = setUp();
    channel.show(PAGE);
    last().listener.onLost(DROPPED);
    const until = Date.now() + GIVE_UP_AFTER_MS;
    while (Date.now() <= until + 30_000 && channel.state().kind === 'lost') {
      const before = sockets.length;
      await vi.advanceTimersByTimeAsync(30_000);
      if (sockets.length > before) last().listener.onLost({ ...DROPPED, opened: false });
    }
    expect(channel.state().kind).toBe('given-up');
    const tried = sockets.length;
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER_MS);
    expect(sockets).toHaveLength(tried);
    channel.retryNow();
    expect(sockets).toHaveLength(tried + 1);
  });

  it('does not reconnect after the session has ended', async () => {
    const { channel, sockets, last } = setUp();
    channel.show(PAGE);
    last().listener.onOpen();
    last().listener.onLost({ ...DROPPED, sessionEnded: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(channel.state().kind).toBe('given-up');
    expect(sockets).toHaveLength(1);
  });

  it('closes for good', async () => {
    const { channel, sockets, last } = setUp();
    channel.show(PAGE);
    last().listener.onLost(DROPPED);
    channel.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });
});
