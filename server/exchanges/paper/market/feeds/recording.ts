import { closeSync, createReadStream, existsSync, openSync, readSync } from 'node:fs';
import { type Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Big } from 'big.js';
import { cellsOf, EXPECTED, lineReader, Malformed, type Recorded } from './recorded-line.ts';

export type { Recorded } from './recorded-line.ts';

/** Lines that are checked before a start, which takes a second at most. */
const CHECKED_LINES = 100_000;

function firstBytes(file: string): Buffer {
  const bytes = Buffer.alloc(4);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, bytes);
  } finally {
    closeSync(handle);
  }
  return bytes;
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Buffer): boolean => bytes.toString('latin1') === 'PK\u{3}\u{4}';

/** Refuses a file that is not there or that is a zip archive with a sentence for the operator. */
export function checkRecording(file: string): void {
  if (!existsSync(file)) throw new Error(`PAPER_PRICES names ${file}, and there is no such file.`);
  if (isZip(firstBytes(file))) {
    throw new Error(`PAPER_PRICES names ${file}, a zip archive; it can be replayed once unpacked, or as .csv.gz.`);
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const content: Readable = isGzip(firstBytes(file)) ? pipeline(source, createGunzip(), () => {}) : source;
  let rest = '';
  for await (const chunk of content.setEncoding('utf8')) {
    const lines = `${rest}${chunk as string}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

interface Numbered {
  number: number;
  line: string;
  cells: string[];
}

async function* linesWithData(file: string): AsyncGenerator<Numbered> {
  let number = 0;
  for await (const line of readLines(file)) {
    number += 1;
    const isHeader = number === 1 && !/^"?\d/.test(line);
    if (line.trim() !== '' && !isHeader) yield { number, line, cells: cellsOf(line) };
  }
}

/**
 * The trades of a CSV file as data.binance.vision has them, or of candles as others write them, with or without a header,
 * gzipped or not. `step` is the symbol's.
 */
export async function* readRecording(file: string, step: Big): AsyncGenerator<Recorded> {
  const read = lineReader(step);
  const recorded = ({ number, line, cells }: Numbered, next: string[]): Recorded[] => {
    try {
      return read({ cells, next });
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      throw new Error(
        `Line ${number} of ${file} cannot be replayed; ${error.message}: '${line.slice(0, 80)}'. Expected: ${EXPECTED}.`,
        { cause: error },
      );
    }
  };
  let held: Numbered | null = null;
  for await (const line of linesWithData(file)) {
    if (held) yield* recorded(held, line.cells);
    held = line;
  }
  if (held) yield* recorded(held, []);
}

/** D-04: a recording that cannot be replayed refuses the start, with the line and what is expected. */
export async function tryRecording(file: string, step: Big): Promise<void> {
  let found = 0;
  for await (const _ of readRecording(file, step)) {
    found += 1;
    if (found >= CHECKED_LINES) return;
  }
  if (found === 0) throw new Error(`PAPER_PRICES names ${file}, in which there is no trade. Expected: ${EXPECTED}.`);
}
