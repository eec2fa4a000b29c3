import { crc32, deflateRawSync } from 'node:zlib';

/** A file of klines as data.binance.vision has it: times in µs since 2025, in ms before. */
export function klinesCsv(
  bars: readonly (readonly [time: number, open: number, high: number, low: number, close: number])[],
  { interval = 60_000, decimals = 4 } = {},
): string {
  const FIRST_MICROSECONDS = 1_735_689_600_000;
  const stamp = (time: number) => (time < FIRST_MICROSECONDS ? `${time}` : `${time}000`);
  const price = (value: number) => value.toFixed(decimals);
  return bars
    .map(([time, open, high, low, close]) =>
      [
        stamp(time),
        ...[open, high, low, close].map(price),
        '1000000.0',
        stamp(time + interval - 1),
        '0.0',
        10,
        '0.0',
        '0.0',
        0,
      ].join(','),
    )
    .join('\n');
}

interface Entry {
  name: string;
  content: Buffer;
}

/** A zip file of these entries (APPNOTE.TXT 4.3). */
export function zipOf(...entries: Entry[]): Buffer {
  const [locals, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, more, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const contents = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(contents.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, contents, Buffer.from('PK\u0005\u0006'), end]);
}
