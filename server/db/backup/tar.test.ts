import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readTar, type TarEntry, writeTar } from './tar.ts';

const BLOCK = 512;

async function* entries(): AsyncGenerator<TarEntry> {
  yield { path: 'base', size: null };
  yield { path: 'base/empty', size: 0 };
  yield { path: 'base/whole-block', size: BLOCK, bytes: Readable.from([Buffer.alloc(BLOCK, 'a')]) };
  yield { path: 'base/two-pieces', size: 700, bytes: Readable.from([Buffer.alloc(300, 'b'), Buffer.alloc(400, 'c')]) };
}
const archive = (from: AsyncIterable<TarEntry> = entries()) => buffer(writeTar(from));

async function contents(bytes: Buffer, piece: number): Promise<[string, number | null, string][]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  );
  const found: [string, number | null, string][] = [];
  for await (const { path, size, bytes: content } of readTar(Readable.from(pieces)))
    found.push([path, size, (await buffer(content)).toString()]);
  return found;
}

it.each([1, 500, 512, 100_000])('gives back what was written, in pieces of %d bytes', async (piece) => {
  expect(await contents(await archive(), piece)).toEqual([
    ['base', null, ''],
    ['base/empty', 0, ''],
    ['base/whole-block', BLOCK, 'a'.repeat(BLOCK)],
    ['base/two-pieces', 700, 'b'.repeat(300) + 'c'.repeat(400)],
  ]);
});

it('refuses an archive that ends before its last block', async () => {
  const whole = await archive();
  await expect(contents(whole.subarray(0, -2 * BLOCK), 4096)).rejects.toThrow('The backup is cut off.');
});

it.each([0, 100, 124, 130, 148, 156, 257])('refuses a header whose byte %d was changed', async (at) => {
  const bytes = await archive();
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await expect(contents(bytes, 4096)).rejects.toThrow();
});

it('refuses a name that the format cannot hold', async () => {
  const long = async function* one() {
    yield { path: 'x'.repeat(101), size: null };
  };
  await expect(archive(long())).rejects.toThrow('is too long a name');
});
