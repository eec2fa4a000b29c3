import { describe, expect, it } from 'vitest';
import { createLog } from '../lib/log.ts';
import { Connection } from './connection.ts';
import type { Outbox } from './outbox.ts';
import { encodeTail, frameReader } from './stomp.ts';

/** A page that has named its pair and knows its web id. */
function opened() {
  const sent: string[] = [];
  const keep = (head: Buffer, tail: Buffer) => void sent.push(`${head.toString()}${tail.toString()}`);
  const outbox = { send: (head: Buffer, tail = Buffer.alloc(0)) => keep(head, tail), price: keep };
  const listener = { moved: () => {}, subscribed: () => {}, unsubscribed: () => {}, done: () => {} };
  const page = new Connection({
    userId: 'anna',
    outbox: outbox as unknown as Outbox,
    listener,
    log: createLog('silent'),
    heartBeatMs: 10_000,
  });
  const read = frameReader(64 * 1024);
  const receive = (text: string) => {
    for (const frame of read(Buffer.from(text))) page.receive(frame);
  };
  receive('CONNECT\naccept-version:1.2\n\n\0SUBSCRIBE\nid:name\ndestination:/user/anna/web-id\n\n\0');
  const pair = { userName: 'anna', market: 'binance', symbolName: 'xrp_usdt', counterEarning: true };
  receive(`SEND\ndestination:/app/init-web-id\n\n${JSON.stringify(pair)}\0`);
  const webId = /"webId":"([^"]+)"/.exec(sent.join(''))?.[1] ?? '';
  sent.length = 0;
  const subscribe = (id: string, topic: string) =>
    receive(`SUBSCRIBE\nid:${id}\ndestination:/user/${webId}/${topic}\n\n\0`);
  return { page, sent, webId, receive, subscribe };
}

const tail = encodeTail({ 'message-id': '1' }, '{}');

describe('subscriptions', () => {
  it('get each message under their own id and destination', () => {
    const { page, sent, webId, subscribe } = opened();
    for (const id of ['a', 'b\\cc']) subscribe(id, 'balance');
    subscribe('prices', 'market-price');
    page.deliver('balance', tail);
    page.deliverPrice('market-price', tail);
    const message = (topic: string, id: string) =>
      `MESSAGE\ndestination:/user/${webId}/${topic}\nsubscription:${id}\ncontent-type:application/json\n${tail.toString()}`;
    expect(sent).toEqual([message('balance', 'a'), message('balance', 'b\\cc'), message('market-price', 'prices')]);
  });

  it('end with UNSUBSCRIBE, which may be repeated, and their id is free again', () => {
    const { page, sent, receive, subscribe } = opened();
    for (const id of ['a', 'b']) subscribe(id, 'balance');
    for (let count = 0; count < 2; count += 1) receive('UNSUBSCRIBE\nid:a\n\n\0');
    page.deliver('balance', tail);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('\nsubscription:b\n');
    subscribe('a', 'alerts');
    expect([page.listens('alerts'), page.listens('balance'), page.listens('keys')]).toEqual([true, true, false]);
  });

  it('have ids of their own', () => {
    const { subscribe } = opened();
    subscribe('a', 'balance');
    expect(() => subscribe('a', 'alerts')).toThrow('This subscription id is in use.');
  });

  it('are fifty at most', () => {
    const { subscribe } = opened();
    for (let count = 1; count < 50; count += 1) subscribe(`s${count}`, 'balance');
    expect(() => subscribe('s50', 'balance')).toThrow('At most 50 subscriptions.');
  });
});
