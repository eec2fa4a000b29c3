import { execFileSync } from 'node:child_process';

/** What tests start as a process of its own is what `npm start` starts, built of the sources as they are now. */
export function setup(): void {
  execFileSync(process.execPath, ['server/scripts/setup.mjs', 'server'], { stdio: 'inherit' });
}
