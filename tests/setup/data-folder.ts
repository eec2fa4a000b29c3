import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for a server's data. */
export function dataFolder() {
  const path = mkdtempSync(join(tmpdir(), 'tandem-data-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
