import { basename } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { PASSWORD, type Visitor, visitor } from '../../../tests/factories/visitor.ts';
import { stillPrices, wholePerson } from '../../../tests/factories/whole-person.ts';
import { dataFolder } from '../../../tests/setup/data-folder.ts';
import { freePort, runScript, serverProcess } from '../../../tests/setup/process.ts';
import { until } from '../../../tests/setup/until.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLog } from '../../lib/log.ts';
import { startEmbedded } from '../embedded.ts';
import { hourlyBackups, listBackups } from './backups.ts';

const { path: dataDir, remove } = dataFolder();
afterAll(remove);

const restore = (...args: string[]) => runScript(['server/scripts/restore.ts', ...args], { DATA_DIR: dataDir });

/** Takes the hourly backup, then deletes every account. */
async function backUpThenLose(): Promise<void> {
  const log = createLog('silent');
  const { url, data, stop } = await startEmbedded({ dataDir, log });
  await hourlyBackups({ dataDir, data, url, clock: systemClock, log }).backUp();
  const sql = postgres(url, { max: 1 });
  await sql`truncate users, sessions`;
  await sql.end();
  await stop();
}

/** Resuming a hook updates it. */
const withoutUpdates = (pages: Record<string, string>) =>
  Object.entries(pages).map(([path, text]) => [path, text.replaceAll(/"updatedAt": "[^"]*"/g, '')]);

/** A restored site takes no signals until the owner of a hook has resumed it. */
async function resumeHooks(who: Visitor): Promise<void> {
  const { content } = (await who.get('/api/hooks')).body;
  expect(content).toEqual([expect.objectContaining({ paused: expect.stringContaining('restored from a backup') })]);
  for (const { hookId } of content)
    expect((await who.send('PATCH', `/api/hooks/${hookId}`, { json: { paused: false } })).status).toBe(200);
}

it('E-04: the command puts the last backup back, and says what it did or why not; who had an account finds everything again', async () => {
  const variables = { DATA_DIR: dataDir, PORT: String(await freePort()), PAPER_PRICES: await stillPrices(dataDir) };
  const site = await serverProcess(variables);
  const { who: ada, seen, settled } = await wholePerson(site);
  const before = await settled();
  expect(await site.stop()).toBe(0);
  expect(await restore('latest')).toEqual({ code: 1, said: expect.stringContaining('There is no backup in') });
  await backUpThenLose();

  const [{ file } = { file: '' }] = await listBackups(dataDir);
  expect(await restore()).toEqual({ code: 1, said: expect.stringContaining(`these files:\n${basename(file)}`) });
  const { code, said } = await restore('latest');
  expect([code, said]).toEqual([0, expect.stringContaining(`${basename(file)} is restored, with 1 account.`)]);
  expect(said).toMatch(/The previous database is in \S*pg\.before-\d+: remove it/);

  const again = await serverProcess(variables);
  expect(await restore(basename(file))).toEqual({
    code: 1,
    said: expect.stringContaining('Another Tandem server is already running on the data folder'),
  });
  const back = visitor(again);
  const form = { j_email: ada.email, j_password: PASSWORD };
  expect((await back.post('/j_spring_security_check', form)).body).toEqual({ authorized: true });
  await resumeHooks(back);
  await until(async () => expect(withoutUpdates(await seen(back))).toEqual(withoutUpdates(before)), {
    timeout: 90_000,
    interval: 1000,
  });

  // A postmaster that outlived its site is stopped first.
  await again.kill();
  expect(await restore('latest')).toEqual({ code: 0, said: expect.stringContaining('with 1 account.') });
}, 300_000);
