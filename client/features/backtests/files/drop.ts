import type { Checksums } from '../backtests.mutations.ts';

const CHECKSUM = /\.CHECKSUM$/i;
/** 'sha256  name', as data.binance.vision has for each file. */
const LINE = /^([0-9a-f]{64})\s+\*?(\S+)/i;

export interface Dropped {
  files: File[];
  checksums: Checksums;
}

/** What was dropped or chosen: files of prices, and what their checksum files say. */
export async function sortFiles(all: readonly File[]): Promise<Dropped> {
  const texts = await Promise.all(all.filter(({ name }) => CHECKSUM.test(name)).map((file) => file.text()));
  const pairs = texts.flatMap((text) => {
    const [, sum, name] = LINE.exec(text) ?? [];
    return sum && name ? [[name, sum] as const] : [];
  });
  return { files: all.filter(({ name }) => !CHECKSUM.test(name)), checksums: new Map(pairs) };
}
