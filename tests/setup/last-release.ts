import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './data-folder.ts';

/** The commit of the release before this version; to be raised with each release. */
const LAST_RELEASE = '8e3f196e8b809101dd83a169f64530dcd58a475c';

const git = (...args: string[]) => execFileSync('git', args, { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });

/** False in a copy without the repository's history. */
export function hasLastRelease(): boolean {
  try {
    git('cat-file', '-e', LAST_RELEASE);
    return true;
  } catch {
    return false;
  }
}

/** The last release in a folder of its own, with this version's packages. */
export function lastRelease() {
  const folder = dataFolder();
  const archive = git('archive', LAST_RELEASE, 'package.json', 'server', 'drizzle', 'public');
  execFileSync('tar', ['-x', '-C', folder.path], { input: archive });
  for (const shared of ['node_modules', 'dist']) symlinkSync(join(process.cwd(), shared), join(folder.path, shared));
  return folder;
}
