import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../lib/id.ts';

/** Each mail as a file, for a site without a mail server. They may hold links that open accounts: nobody else reads them. */
export const outbox = (dataDir: string) => {
  const folder = join(dataDir, 'outbox');
  return {
    folder,
    /** Answers the file. */
    async put(message: Buffer): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${newId()}.eml`);
      await writeFile(file, message, { mode: 0o600, flag: 'wx' });
      return file;
    },
  };
};
