import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

const folderOf = (dataDir: string) => join(dataDir, 'outbox');

/** The mails of the site under test, which has no mail server. */
export async function outbox() {
  const folder = folderOf(process.env['E2E_DATA_DIR'] ?? '');
  const files = await readdir(folder).catch(() => []);
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
}

const SUBJECT = 'Prove your address';
const LATEST = 60;
const PATIENCE = 30_000;

/** Where a site puts its mails, by its origin; the site of all tests is not named. */
const folders = new Map<string, string>();
const readers = new Map<string, (email: string) => Promise<string>>();

export const mailsLieIn = (origin: string, dataDir: string) => void folders.set(origin, folderOf(dataDir));
/** A site with a mail server: `read` answers the text of the proof mail. */
export const mailsGoTo = (origin: string, read: (email: string) => Promise<string>) => void readers.set(origin, read);

async function newestIn(folder: string, email: string): Promise<string | null> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files.toSorted((one, other) => (one < other ? 1 : -1)).slice(0, LATEST)) {
    const raw = await readFile(join(folder, file));
    if (!raw.includes(email)) continue;
    const { subject, text = '' } = await PostalMime.parse(raw);
    if (subject === SUBJECT) return text;
  }
  return null;
}

/** The mail that proves an address, as its text. */
export async function proofMail(origin: string, email: string): Promise<string> {
  const read = readers.get(origin);
  if (read) return read(email);
  const folder = folders.get(origin) ?? folderOf(process.env['E2E_DATA_DIR'] ?? '');
  const until = Date.now() + PATIENCE;
  for (;;) {
    const text = await newestIn(folder, email);
    if (text !== null) return text;
    if (Date.now() > until) throw new Error(`no mail for ${email} in ${folder}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const codeIn = (text: string): string => /\b\d{4} \d{4}\b/.exec(text)?.[0] ?? '';
