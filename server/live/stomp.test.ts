import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, encodeHead, encodeTail, frameReader, StompFault } from './stomp.ts';

const MOST = 64 * 1024;
const readAll = (...pieces: (string | Buffer)[]) => {
  const read = frameReader(MOST);
  return pieces.flatMap((piece) => Array.from(read(Buffer.from(piece))));
};
const fault = (bytes: string | Buffer): StompFault => {
  try {
    readAll(bytes);
  } catch (error) {
    if (error instanceof StompFault) return error;
  }
  throw new Error(`taken without complaint: ${bytes.toString()}`);
};

describe('frames', () => {
  it('come out as they went in, whatever their headers and body hold and however they are cut', () => {
    const header = fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.string({ unit: 'grapheme' }),
    );
    const frames = fc.array(
      fc.record({ headers: fc.array(header, { maxLength: 5 }), body: fc.string({ unit: 'grapheme' }) }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(frames, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (sent, cuts) => {
        const clean = sent.map(({ headers, body }) => ({
          headers: headers
            .filter(([name]) => name !== 'content-length')
            .map(([n, v]) => [n.replaceAll('\0', ''), v.replaceAll('\0', '')] as const)
            .filter(([n]) => n !== ''),
          body,
        }));
        const bytes = Buffer.concat(
          clean.map(({ headers, body }) => encodeFrame('SEND', Object.fromEntries(headers), body)),
        );
        const pieces: Buffer[] = [];
        for (let at = 0; at < bytes.length;) {
          const size = cuts.next().value as number;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        const received = readAll(...pieces);
        expect(received.map(({ body }) => body.toString())).toEqual(clean.map(({ body }) => body));
        for (const [index, { headers }] of clean.entries()) {
          for (const [name, value] of Object.entries(Object.fromEntries(headers))) {
            expect(received[index]?.headers.get(name)).toBe(value);
          }
        }
      }),
    );
  });

  it('may be cut after any byte', () => {
    const text = 'SEND\r\ndestination:/a\r\ncontent-length:3\r\n\r\na\0b\0\r\n\n';
    for (let at = 0; at <= text.length; at += 1) {
      const [frame, ...others] = readAll(text.slice(0, at), text.slice(at));
      expect(others).toEqual([]);
      expect(frame?.body.toString()).toBe('a\0b');
    }
  });

  it('come several in one piece, with heart-beats between', () => {
    const found = readAll('\n\r\nSUBSCRIBE\nid:1\ndestination:/x\n\n\0\n\nDISCONNECT\nreceipt:7\n\n\0\n');
    expect(found.map(({ command }) => command)).toEqual(['SUBSCRIBE', 'DISCONNECT']);
  });

  it('count a repeated header once, the first', () => {
    const [frame] = readAll('SEND\nfoo:one\nfoo:two\ndestination:/x\n\n\0');
    expect(frame?.headers.get('foo')).toBe('one');
  });

  it('are unescaped, but not CONNECT', () => {
    expect(readAll('SEND\na\\cb:c\\n\\\\d\\r\n\n\0')[0]?.headers.get('a:b')).toBe('c\n\\d\r');
    expect(readAll('CONNECT\nlogin:a\\nb:c\n\n\0')[0]?.headers.get('login')).toBe('a\\nb:c');
  });

  it.each([
    ['an unknown command', 'FETCH\n\n\0'],
    ['a server command', 'MESSAGE\n\n\0'],
    ['a lower-case command', 'send\n\n\0'],
    ['a header without a colon', 'SEND\ndestination\n\n\0'],
    ['a header without a name', 'SEND\n:x\n\n\0'],
    ['an unknown escape', 'SEND\na:\\t\n\n\0'],
    ['an escape cut short', 'SEND\na:\\\n\n\0'],
    ['an end before the blank line', 'SEND\na:b\0'],
    ['a length that is no number', 'SEND\ncontent-length:-1\n\nab\0'],
    ['a length shorter than the body', 'SEND\ncontent-length:1\n\nab\0'],
    ['a length that runs over the NUL', 'SEND\ncontent-length:2\n\na\0b\0'],
    ['a body where none belongs', 'SUBSCRIBE\nid:1\n\nbody\0'],
    ['too many headers', `SEND\n${'a:b\n'.repeat(65)}\n\0`],
    ['invalid UTF-8', Buffer.from([0x53, 0x45, 0x4e, 0x44, 10, 0x61, 0x3a, 0xff, 10, 10, 0])],
  ])('are refused with a sentence: %s', (_, bytes) => {
    expect(fault(bytes).message).toMatch(/\.$/);
    expect(fault(bytes).tooLarge).toBe(false);
  });

  it.each([
    ['declared', 'SEND\ncontent-length:65537\n\n'],
    ['still coming', `SEND\n\n${'a'.repeat(MOST + 1)}`],
    ['whole', `SEND\n\n${'a'.repeat(MOST)}\0`],
    ['of headers alone', `SEND\na:${'a'.repeat(MOST)}`],
  ])('are refused as too large: %s', (_, bytes) => {
    expect(fault(bytes).tooLarge).toBe(true);
  });

  it('made of a head and a shared tail are whole frames', () => {
    const bytes = Buffer.concat([
      Buffer.from(encodeHead('SEND', { destination: '/x', note: 'a:b' })),
      encodeTail({ 'message-id': '1' }, '{"é":1}'),
    ]);
    const [frame] = readAll(bytes);
    expect(frame?.headers.get('note')).toBe('a:b');
    expect(frame?.headers.get('message-id')).toBe('1');
    expect(frame?.body.toString()).toBe('{"é":1}');
  });
});
