import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { person } from '../../../../tests/factories/visitor.ts';
import { dataFolder } from '../../../../tests/setup/data-folder.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { runScript, serverProcess } from '../../../../tests/setup/process.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let server: Awaited<ReturnType<typeof serverProcess>>;
const { path: dataDir, remove } = dataFolder();
// A second try of the test finds nothing of the first one.
beforeEach(async () => {
  database = await testDatabase();
  server = await serverProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
});
afterEach(async () => {
  await server.stop();
  await database.close();
});
afterAll(remove);

const sessions = (...args: string[]) =>
  runScript(['server/scripts/sessions.ts', ...args], { DATABASE_URL: database.url, DATA_DIR: dataDir });

it("S-60 the operator ends one person's sessions, or those of all, on a server that runs", async () => {
  const [ada, bob] = [await person(server), await person(server)];
  const isIn = async (who: typeof ada) => (await who.get('/api/user')).body.email === who.email;
  expect(await sessions('end', '--person', ada.email)).toEqual({
    code: 0,
    said: `1 session is ended: ${ada.email} has to sign in again.\n`,
  });
  expect([await isIn(ada), await isIn(bob)]).toEqual([false, true]);
  expect(await sessions('end', '--all')).toEqual({
    code: 0,
    said: '1 session is ended: everyone has to sign in again.\n',
  });
  expect(await isIn(bob)).toBe(false);
  const written = await database.sql`select details from audit_events where kind = 'session-ended'`;
  expect(written.map(({ details }) => details)).toEqual([
    { by: 'operator', count: 1 },
    { by: 'operator', count: 1 },
  ]);

  expect(await sessions('end', '--person', 'nobody@example.org')).toEqual({
    code: 1,
    said: 'There is no account with the e-mail nobody@example.org.\n',
  });
  for (const args of [['end'], [], ['end', '--all', '--person', 'a@b.c']])
    expect(await sessions(...args)).toEqual({ code: 1, said: expect.stringContaining('Usage: npm run sessions') });
});
