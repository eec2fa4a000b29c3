import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepAssets, keptAsset } from './kept-assets.ts';

const DAY_MS = 24 * 60 * 60_000;
const RELEASED = Date.UTC(2026, 10, 1);

describe('P-06: the parts of an earlier release', () => {
  let folder = '';
  const places = () => ({ current: join(folder, 'dist'), kept: join(folder, 'data', 'assets') });
  const release = async (...names: string[]) => {
    const { current } = places();
    await rm(current, { recursive: true, force: true });
    await mkdir(current);
    for (const name of names) await writeFile(join(current, name), `// ${name}`);
  };
  const start = (day: number) => keepAssets(places(), RELEASED + day * DAY_MS);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tandem-parts-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('can still be had for seven days after they were last part of the site', async () => {
    const { kept } = places();
    await release('alerts-1.js', 'shared.js', 'page-1.css', 'alerts-1.js.br', 'shared.js.map');
    await start(0);
    await start(20);
    await release('alerts-2.js', 'shared.js', 'page-2.css');
    await start(20.1);
    const asset = await keptAsset(kept, 'alerts-1.js');
    expect(asset?.type).toBe('text/javascript; charset=utf-8');
    expect(new TextDecoder().decode(asset?.body)).toBe('// alerts-1.js');
    await start(26.9);
    expect((await readdir(kept)).toSorted()).toEqual([
      'alerts-1.js',
      'alerts-2.js',
      'page-1.css',
      'page-2.css',
      'shared.js',
    ]);
    await start(27.1);
    expect((await readdir(kept)).toSorted()).toEqual(['alerts-2.js', 'page-2.css', 'shared.js']);
  });

  it('come whole or not at all', async () => {
    const { kept } = places();
    await writeFile(join(kept, 'late.js.part'), '// la');
    await release('late.js');
    await start(28);
    expect(await readFile(join(kept, 'late.js'), 'utf8')).toBe('// late.js');
  });

  it.each(['../master.key', '..%2fmaster.key', 'master.key', 'late.js.part', '.js'])(
    'are all that is given away: not %s',
    async (name) => {
      await writeFile(join(folder, 'data', 'master.key'), 'secret');
      expect(await keptAsset(places().kept, name)).toBeNull();
    },
  );
});
