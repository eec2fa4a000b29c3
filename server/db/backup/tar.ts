import { Buffer } from 'node:buffer';

const BLOCK = 512;

/** A folder, or a file with exactly `size` bytes. */
export interface TarEntry {
  path: string;
  /** Null for a folder. */
  size: number | null;
  bytes?: AsyncIterable<Buffer>;
}

const octal = (value: number, length: number): string => value.toString(8).padStart(length - 1, '0');
const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

function header({ path, size }: TarEntry): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name for the backup.`);
  const block = Buffer.alloc(BLOCK);
  block.write(path, 0);
  block.write(octal(size === null ? 0o700 : 0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size ?? 0, 12), 124);
  block.write(octal(0, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write(size === null ? '5' : '0', 156);
  block.write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\0 `, 148);
  return block;
}

/** The bytes of a tar archive. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield header(entry);
    if (entry.bytes) yield* entry.bytes;
    yield padding(entry.size ?? 0);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Reads a stream by lengths. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** In chunks as they arrive; throws when the stream ends early. */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.#held.length === 0) await this.#more();
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async all(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.take(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done) throw new Error('The backup is cut off.');
    this.#held = value;
  }
}

/**
 * Reads what `writeTar` wrote. Each entry's bytes must be consumed before the next entry. Throws on a damaged archive.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<Required<TarEntry>> {
  const bytes = new Bytes(source);
  for (;;) {
    const block = await bytes.all(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const text = (from: number, length: number) => block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const entry = { path: text(0, 100), size: text(156, 1) === '5' ? null : size };
    if (!header(entry).equals(block)) throw new Error('The backup is damaged.');
    yield { ...entry, bytes: bytes.take(size) };
    await bytes.all(padding(size).length);
  }
}
