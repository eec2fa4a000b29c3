import { describe, expect, it } from 'vitest';
import { big, sketch, XRP } from '../../../../tests/factories/block-sketch.ts';
import { encodeLive, livePublisher } from '../../../live/publish.ts';
import { type Bus, localBus } from '../../../runtime/bus/bus.ts';
import { presentPair } from '../../markets/index.ts';
import type { OrderContext } from '../orders.ts';
import { blockPresenter } from './present-block.ts';
import { publishRows } from './publish-rows.ts';

/** One position whose state is published over a bus, and how often its pair was looked up to present it. */
function published(bus: Bus) {
  let presented = 0;
  const deps = {
    live: livePublisher(bus),
    clock: () => 100_000,
    marketContext: { feeOf: () => big('0.001') },
    markets: {
      findExchangePair: () => XRP,
      findPastPair() {
        presented += 1;
        return XRP;
      },
      present: () => presentPair('binance', XRP, { haltedSince: null, usdtOf: () => big('0.52') }),
      lastPrice: () => ({ price: big('0.52'), time: 1, delayedSince: null }),
    },
  } as unknown as OrderContext;
  const { view, position } = sketch({ takeProfit: '0.546' }).order('entry', ['0.52', '192.3']);
  const publish = () => publishRows(deps)(view, position, 'placed');
  const body = () => blockPresenter(deps, view)(position);
  return { publish, body, userId: view.block.userId, presented: () => presented };
}

const local = () =>
  localBus((error) => {
    throw error;
  });

describe('P: the state of a position', () => {
  it('is not presented while no page listens', () => {
    const one = published(local());
    one.publish();
    expect(one.presented()).toBe(0);
  });

  it('is presented for each listener, followed by the news of a balance', () => {
    const bus = local();
    const one = published(bus);
    const messages: unknown[] = [];
    bus.subscribe(`user.${one.userId}.live`, (message) => void messages.push(message));
    one.publish();
    expect(one.presented()).toBe(1);
    expect(messages).toEqual([
      encodeLive({ topic: 'order-block', body: one.body() }),
      { topic: 'balance', body: { keyUid: expect.any(String), market: 'binance' } },
    ]);
  });

  it('is not presented for a listener that waits for other people', () => {
    const bus = local();
    const one = published(bus);
    const messages: unknown[] = [];
    bus.subscribe(
      'user.>',
      (message) => void messages.push(message),
      (subject) => subject === 'user.another.live',
    );
    one.publish();
    expect([one.presented(), messages]).toEqual([0, []]);
  });

  it('is presented where other processes may listen', () => {
    const subjects: string[] = [];
    const shared = { ...local(), mayBeHeard: () => true, publish: (subject: string) => void subjects.push(subject) };
    const one = published(shared);
    one.publish();
    expect(one.presented()).toBe(1);
    expect(subjects).toEqual([`user.${one.userId}.live`, `user.${one.userId}.live`]);
  });
});
