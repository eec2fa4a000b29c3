import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Outbox, turnEnd } from './outbox.ts';

const NOW = 1_700_000_000_000;
const bytes = (text: string) => Buffer.from(text);
const turn = () => new Promise((done) => void setImmediate(done));

/** An outbox on a reader that takes nothing before it is told to. */
function slowReader() {
  const written: string[] = [];
  const taken: (() => void)[] = [];
  const stream = new Duplex({
    writableHighWaterMark: 100,
    read() {},
    write(frame: Buffer, _, done) {
      written.push(frame.subarray(frame[1] === 126 ? 4 : 2).toString());
      taken.push(done);
    },
  });
  const socket = { readyState: WebSocket.OPEN as number };
  let overflows = 0;
  const outbox = new Outbox({
    socket: socket as unknown as WebSocket,
    stream,
    clock: () => NOW,
    atTurnEnd: turnEnd(() => NOW + 1),
    onOverflow: () => (overflows += 1),
  });
  const take = async () => {
    while (taken.length > 0) {
      for (const done of taken.splice(0)) done();
      await turn();
    }
  };
  return { outbox, written, socket, take, overflows: () => overflows };
}

describe('an outbox', () => {
  it('writes all messages of a turn at once, and says when', async () => {
    const { outbox, written } = slowReader();
    expect(outbox.sentAt).toBe(NOW);
    outbox.send(bytes('head '), bytes('tail '));
    outbox.price(bytes('price '), bytes('1 '));
    outbox.send(bytes('whole'));
    expect(written).toEqual([]);
    await turn();
    expect(written).toEqual(['head tail price 1 whole']);
    expect(outbox.sentAt).toBe(NOW + 1);
  });

  it('writes nothing to a socket that is closing', async () => {
    const { outbox, written, socket } = slowReader();
    outbox.send(bytes('late'));
    socket.readyState = WebSocket.CLOSING;
    await turn();
    expect(written).toEqual([]);
    expect(outbox.sentAt).toBe(NOW);
  });

  it('keeps the newest price of each subscription while the reader lags, and everything else', async () => {
    const { outbox, written, take } = slowReader();
    outbox.send(bytes('x'.repeat(200)));
    await turn();
    const [one, other] = [bytes('one '), bytes('other ')];
    for (const price of ['1 ', '2 ', '3 ']) outbox.price(one, bytes(price));
    outbox.price(other, bytes('4 '));
    outbox.send(bytes('order '));
    await turn();
    await take();
    expect(written.slice(1).join('')).toBe('order one 3 other 4 ');
    outbox.send(bytes('y'.repeat(200)));
    await turn();
    await take();
    expect(written.at(-1)).toBe('y'.repeat(200));
  });

  it('sends no older price after a newer one when the reader catches up', async () => {
    const { outbox, written, take } = slowReader();
    outbox.send(bytes('x'.repeat(200)));
    await turn();
    const head = bytes('price ');
    outbox.price(head, bytes('1 '));
    const caughtUp = take();
    await Promise.resolve();
    outbox.price(head, bytes('2 '));
    await caughtUp;
    await turn();
    expect(written.slice(1).join('')).toMatch(/price 2 $/);
  });

  it('complains of a reader that leaves more than a megabyte unread', async () => {
    const { outbox, overflows } = slowReader();
    const [frame, header] = [64 * 1024, 4];
    for (let sent = frame; sent <= 1024 * 1024; sent += frame) {
      outbox.send(bytes('x'.repeat(frame - header)));
      await turn();
    }
    expect(overflows()).toBe(0);
    outbox.send(bytes('x'));
    await turn();
    expect(overflows()).toBe(1);
  });
});
