import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../lib/id.ts';

/**
 * Writes each mail to a file, for a site without a mail server. Readable by the owner alone, since mails may hold
 * sign-in links.
 */
export const outbox = (dataDir: string) => {
  const folder = join(dataDir, 'outbox');
  return {
    folder,
    /** Returns the file's path. */
    async put(message: Buffer): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${newId()}.eml`);
      await writeFile(file, message, { mode: 0o600, flag: 'wx' });
      return file;
    },
  };
};
