import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Row } from './measure.ts';
import { root } from './site.ts';

const built = join(root, 'dist', 'client');
const gzipped = (file: string) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB gzip`;

/** What index.html loads by itself: its module scripts, what it preloads, and what these import statically. */
function initialScripts(): string[] {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const found = new Set<string>();
  const waiting = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '');
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const source = readFileSync(join(built, file), 'utf8');
    const imports = source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g);
    waiting.push(...[...imports].map(([, name]) => `assets/${name}`));
  }
  return [...found];
}

/** Byte budgets do not vary with the machine: these are the ones that may fail a build. */
export function byteRows(): Row[] {
  const scripts = initialScripts();
  if (scripts.length === 0) throw new Error('index.html loads no script: build the site first.');
  const budget = (name: string, bytes: number, most: number): Row => ({
    name,
    found: kilobytes(bytes),
    goal: `under ${kilobytes(most)}`,
    met: bytes < most,
  });
  return [
    budget(
      `initial JavaScript of / (${scripts.length} files)`,
      scripts.reduce((sum, file) => sum + gzipped(file), 0),
      130_000,
    ),
    budget('service worker', gzipped('sw.js'), 15_000),
  ];
}
