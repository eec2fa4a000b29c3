import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** The mails of the site under test, which has no mail server. */
export async function outbox() {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox');
  const files = await readdir(folder).catch(() => []);
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
}
