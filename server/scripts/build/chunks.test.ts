import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { MOMENTS } from './chunks.ts';

it('each moment of loading names files of the client', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '..', '..', '..', 'client') });
  const names = new Set(files.map((file) => basename(file).replace(/\.tsx?$/, '')));
  const missing = Object.values(MOMENTS).flatMap((moment) => [...moment].filter((name) => !names.has(name)));
  expect(missing).toEqual([]);
});
