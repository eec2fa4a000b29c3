import { pipeline, Readable } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { Refusal } from '../../../lib/errors.ts';

/** what a small file may grow to. */
const MOST_BYTES = 1024 ** 3;
const MOST_RATIO = 200;
/** A file of so many bytes may grow by any ratio: an empty month packs well. */
const SMALL = 1024 * 1024;

/** No line of prices is longer. */
const LONGEST_LINE = 4096;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const broken = (): Refusal => new Refusal('unprocessable', 'This file is not whole. Download it again.');

/** Where the list of contents ends; the only part of a zip that can be found from its end. */
function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - END_BYTES - LONGEST_COMMENT);
  for (let at = file.length - END_BYTES; at >= first; at -= 1) if (file.readUInt32LE(at) === END) return at;
  throw broken();
}

interface Content {
  packed: Buffer;
  /** Unpacked as it is, or by inflate. */
  isStored: boolean;
  crc: number | null;
}

/** The one entry of a zip file (APPNOTE.TXT 4.3). */
function entryOf(file: Buffer): Content {
  if (file.length < END_BYTES) throw broken();
  const end = endOf(file);
  const entries = file.readUInt16LE(end + 10);
  if (entries !== 1) throw new Refusal('unprocessable', `This zip file holds ${entries} files. One is taken.`);
  const at = file.readUInt32LE(end + 16);
  if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) throw broken();
  const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
  if (flags & ENCRYPTED || (method !== STORED && method !== DEFLATED))
    throw new Refusal('unprocessable', 'This zip file is packed in a way that is not read here.');
  const [size, local] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 42)];
  if (local + 30 > file.length || file.readUInt32LE(local) !== LOCAL) throw broken();
  const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (begin + size > file.length) throw broken();
  return {
    packed: file.subarray(begin, begin + size),
    isStored: method === STORED,
    crc: file.readUInt32LE(at + 16),
  };
}

function contentOf(name: string, file: Buffer): Content {
  if (name.endsWith('.zip')) return entryOf(file);
  return { packed: file, isStored: name.endsWith('.csv'), crc: null };
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

function unpackedOf(name: string, { packed, isStored }: Content): Readable {
  const from = Readable.from([packed]);
  if (isStored) return from;
  const unpacking = name.endsWith('.zip') ? createInflateRaw() : createGunzip();
  // Its errors are those of the stream that is read.
  pipeline(from, unpacking, () => {});
  return unpacking;
}

/** the lines of a file as they were packed, some at a time. Throws a refusal where it is broken, or grows too large. */
export async function* linesOf(name: string, file: Buffer): AsyncGenerator<string[]> {
  const content = contentOf(name, file);
  const most = Math.min(MOST_BYTES, Math.max(SMALL, content.packed.length * MOST_RATIO));
  const decoder = new TextDecoder();
  let [bytes, sum, rest] = [0, 0, ''];
  try {
    for await (const chunk of unpackedOf(name, content) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most)
        throw new Refusal(
          'unprocessable',
          'This file unpacks to far more than a file of prices holds. It is not read.',
        );
      sum = crc32(chunk, sum);
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new Refusal('unprocessable', 'This is not a file of prices.');
      yield lines.map(withoutReturn);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw broken();
    throw error;
  }
  if (content.crc !== null && content.crc !== sum) throw broken();
  yield [withoutReturn(rest)];
}
