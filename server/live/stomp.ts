/** STOMP 1.2 frames: https://stomp.github.io/stomp-specification-1.2.html. */
export interface Frame {
  command: string;
  /** Of repeated headers the first counts. */
  headers: Map<string, string>;
  body: Buffer;
}

/** Invalid STOMP was received; the connection cannot continue. */
export class StompFault extends Error {
  readonly tooLarge: boolean;
  constructor(sentence: string, { tooLarge = false } = {}) {
    super(sentence);
    this.tooLarge = tooLarge;
  }
}

const LF = 10;
const CR = 13;
const CLIENT_COMMANDS = new Set(
  'CONNECT STOMP SEND SUBSCRIBE UNSUBSCRIBE ACK NACK BEGIN COMMIT ABORT DISCONNECT'.split(' '),
);
/** Not escaped, so that older peers can read them. */
const UNESCAPED = new Set(['CONNECT', 'STOMP', 'CONNECTED']);
const MOST_HEADERS = 64;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\r': '\\r', '\n': '\\n', ':': '\\c' };
const UNESCAPES: Record<string, string> = { '\\\\': '\\', '\\r': '\r', '\\n': '\n', '\\c': ':' };

const escape = (text: string): string => text.replace(/[\\\r\n:]/g, (sign) => ESCAPES[sign] ?? sign);

function unescape(text: string): string {
  return text.replace(/\\.?/gs, (pair) => {
    const sign = UNESCAPES[pair];
    if (sign === undefined) throw new StompFault('A header has an escape sequence that STOMP does not know.');
    return sign;
  });
}

/** Command and headers of a frame. */
export function encodeHead(command: string, headers: Record<string, string>): string {
  const raw = UNESCAPED.has(command);
  const lines = Object.entries(headers).map(([name, value]) =>
    raw ? `${name}:${value}\n` : `${escape(name)}:${escape(value)}\n`,
  );
  return `${command}\n${lines.join('')}`;
}

/** The rest of a frame: its length, body and NUL. */
export function encodeTail(headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${escape(name)}:${escape(value)}\n`);
  return Buffer.from(`${lines.join('')}content-length:${Buffer.byteLength(body)}\n\n${body}\0`);
}

export const encodeFrame = (command: string, headers: Record<string, string>, body = ''): Buffer =>
  body === ''
    ? Buffer.from(`${encodeHead(command, headers)}\n\0`)
    : Buffer.concat([Buffer.from(encodeHead(command, headers)), encodeTail({}, body)]);

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new StompFault('The frame is not valid UTF-8.');
  }
}

function readHeaders(command: string, lines: string[]): Map<string, string> {
  if (lines.length > MOST_HEADERS) throw new StompFault(`A frame may have ${MOST_HEADERS} headers at most.`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new StompFault('A header line must be written as name:value.');
    const parts = [line.slice(0, colon), line.slice(colon + 1)] as const;
    const [name, value] = UNESCAPED.has(command) ? parts : ([unescape(parts[0]), unescape(parts[1])] as const);
    if (!headers.has(name)) headers.set(name, value);
  }
  return headers;
}

/** The end of the blank line after the headers, and the lines before it; null while incomplete. */
function readHead(bytes: Buffer, from: number): { lines: string[]; end: number } | null {
  const lines: string[] = [];
  for (let start = from; ;) {
    const end = bytes.indexOf(LF, start);
    const nul = bytes.indexOf(0, start);
    if (nul !== -1 && (end === -1 || nul < end)) throw new StompFault('The frame ended before its headers did.');
    if (end === -1) return null;
    const line = bytes.subarray(start, end > start && bytes[end - 1] === CR ? end - 1 : end);
    start = end + 1;
    if (line.length === 0) return { lines, end: start };
    lines.push(decodeText(line));
  }
}

/** The end of the body, at its NUL; null while incomplete. */
function bodyEnd(bytes: Buffer, { from, length, most }: { from: number; length: string | undefined; most: number }) {
  if (length === undefined) {
    const end = bytes.indexOf(0, from);
    return end === -1 ? null : end;
  }
  if (!/^\d{1,9}$/.test(length)) throw new StompFault('content-length must be a whole number of bytes.');
  const end = from + Number(length);
  if (Number(length) > most) throw new StompFault(`A frame may have ${most} bytes at most.`, { tooLarge: true });
  if (end >= bytes.length) return null;
  if (bytes[end] !== 0) throw new StompFault('The body does not end where content-length says.');
  return end;
}

/** Skips line ends between frames, which are heart-beats. */
function skipLineEnds(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    if (bytes[at] === LF) at += 1;
    else if (bytes[at] === CR && bytes[at + 1] === LF) at += 2;
    else break;
  }
  return at;
}

/** Parses client frames from chunks of any size. */
export function frameReader(most: number) {
  let rest: Buffer = Buffer.alloc(0);

  function next(bytes: Buffer, from: number): { frame: Frame; end: number } | null {
    const head = readHead(bytes, from);
    if (!head) return null;
    const [command = '', ...lines] = head.lines;
    if (!CLIENT_COMMANDS.has(command))
      throw new StompFault('The frame does not begin with a STOMP 1.2 client command.');
    const headers = readHeaders(command, lines);
    const end = bodyEnd(bytes, { from: head.end, length: headers.get('content-length'), most });
    if (end === null) return null;
    if (end > head.end && command !== 'SEND') throw new StompFault(`A ${command} frame has no body.`);
    return { frame: { command, headers, body: bytes.subarray(head.end, end) }, end: end + 1 };
  }

  /** Throws StompFault. */
  return function* read(piece: Buffer): Generator<Frame> {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    rest = Buffer.alloc(0);
    for (let at = skipLineEnds(bytes, 0); at < bytes.length;) {
      const found = bytes[at] === CR && at + 1 === bytes.length ? null : next(bytes, at);
      if (!found) {
        if (bytes.length - at > most)
          throw new StompFault(`A frame may have ${most} bytes at most.`, { tooLarge: true });
        rest = Buffer.from(bytes.subarray(at));
        return;
      }
      if (found.end - at > most) throw new StompFault(`A frame may have ${most} bytes at most.`, { tooLarge: true });
      yield found.frame;
      at = skipLineEnds(bytes, found.end);
    }
  };
}
