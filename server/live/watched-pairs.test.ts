import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localBus } from '../runtime/bus/bus.ts';
import type { Connection } from './connection.ts';
import { DEPTH_EVERY, WatchedPairs } from './watched-pairs.ts';

const XRP = { market: 'binance', symbol: 'XRPUSDT' };
const BTC = { market: 'binance', symbol: 'BTCUSDT' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const bus = localBus((error) => {
    throw error;
  });
  const watched: [subject: string, isNew: boolean][] = [];
  bus.subscribe('watch.>', (body, subject) => watched.push([subject, (body as { isNew: boolean }).isNew]));
  const pairs = new WatchedPairs({ bus, clock: Date.now, tail: (body) => Buffer.from(body) });
  const open = (topics: string[], pair = XRP) => {
    const got: string[] = [];
    const keep = (topic: string, tail: Buffer) => got.push(`${topic} ${tail.toString()}`);
    const page = {
      pair,
      topics,
      listens: (topic: string) => topics.includes(topic),
      deliver: keep,
      deliverPrice: keep,
    };
    const connection = page as unknown as Connection;
    pairs.enter(connection);
    return { got, page, connection };
  };
  const publish = (topic: string, body: unknown, { market, symbol } = XRP) =>
    bus.publish(`detail.${market}.${symbol}`, { topic, body });
  return { pairs, watched, open, publish };
}

it('tells the engines at once that a pair is watched, again while it is, and no longer afterwards', () => {
  const { pairs, watched, open } = setUp();
  const { connection } = open(['market-depth']);
  expect(watched).toEqual([['watch.binance.XRPUSDT', true]]);
  vi.advanceTimersByTime(5_000);
  expect(watched.at(-1)).toEqual(['watch.binance.XRPUSDT', false]);
  pairs.leave(connection, XRP);
  vi.advanceTimersByTime(20_000);
  expect(watched).toHaveLength(2);
});

it('a page that does not show an order book causes none to be read', () => {
  const { watched, open } = setUp();
  open(['market-price', 'alert-prices']);
  expect(watched).toEqual([]);
});

it('of many books in a quarter of a second the first and the newest reach a page: four a second', () => {
  const { open, publish } = setUp();
  const { got } = open(['market-depth']);
  for (let change = 1; change <= 100; change += 1) {
    publish('market-depth', change);
    vi.advanceTimersByTime(10);
  }
  expect(DEPTH_EVERY).toBe(250);
  expect(got).toEqual(['1', '25', '50', '75', '100'].map((change) => `market-depth ${change}`));
});

it('a second page gets the newest book at once, and only those who listen get trades', () => {
  const { open, publish, watched } = setUp();
  const first = open(['market-depth']);
  publish('market-depth', 'book');
  const second = open(['market-depth', 'market-trades']);
  expect(second.got).toEqual(['market-depth "book"']);
  // The list of trades is asked for anew.
  expect(watched.at(-1)).toEqual(['watch.binance.XRPUSDT', true]);
  publish('market-trades', 'trades');
  expect(first.got).toEqual(['market-depth "book"']);
  expect(second.got.at(-1)).toBe('market-trades "trades"');
});

it('a page gets nothing of a pair that it left, nor of a topic that it gave up, and keeps the other', () => {
  const { pairs, open, publish } = setUp();
  const { got, page, connection } = open(['market-depth', 'market-trades']);
  page.topics.splice(0, 1);
  pairs.unsubscribed(connection, 'market-depth');
  publish('market-depth', 1);
  publish('market-trades', 2);
  pairs.leave(connection, XRP);
  page.pair = BTC;
  pairs.enter(connection);
  publish('market-trades', 3);
  publish('market-trades', 4, BTC);
  expect(got).toEqual(['market-trades 2', 'market-trades 4']);
});
