import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const configurations = [
  'package.json',
  '.dependency-cruiser.cjs',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  'knip.json',
  'tsconfig.json',
  ...['base', 'contracts', 'server', 'client', 'sw'].map((name) => `tsconfig.${name}.json`),
];

/** A folder with this project's own rules and packages, and nothing but the given sources. */
export function plant(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-house-'));
  for (const name of configurations) cpSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  return {
    run(tool: string, ...args: string[]) {
      const bin = join(root, 'node_modules', '.bin');
      const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` };
      const { status, stdout, stderr } = spawnSync(join(bin, tool), args, { cwd: folder, env, encoding: 'utf8' });
      return { status, output: stdout, errors: stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
