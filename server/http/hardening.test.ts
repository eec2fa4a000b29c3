import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, PASSWORD, visitor, trader } from '../../tests/factories/visitor.ts';
import { dataFolder } from '../../tests/setup/data-folder.ts';
import { testDatabase } from '../../tests/setup/database.ts';
import { serverProcess } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let server: Awaited<ReturnType<typeof serverProcess>>;
const { path: dataDir, remove } = dataFolder();
beforeAll(async () => {
  database = await testDatabase();
  server = await serverProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await server.stop();
  await database.close();
  remove();
});

/** The raw response to a request; empty when the client disconnects before it. */
function raw(head: string, body: string, { leave = false } = {}): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let answered = '';
  return new Promise((resolve) => {
    socket.on('data', (bytes: Buffer) => (answered += bytes.toString()));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answered));
    socket.on('connect', () => {
      socket.write(`${head}\r\nHost: localhost\r\nContent-Type: application/json\r\n`);
      socket.write(body, () => leave && setImmediate(() => socket.destroy()));
    });
  });
}

describe('S-62 small things on the wire', () => {
  it('S-62 an upload that is broken off is no error', async () => {
    const begun = 'Content-Length: 1000\r\n\r\n{"email":"ada@example.org"';
    await raw('POST /api/user HTTP/1.1', begun, { leave: true });
    await until(() => expect(server.output()).toContain('broken off'));
    expect(server.output()).not.toContain('request failed');
  });

  it.each([
    ['that says its length', 'Content-Length: 1000000\r\n\r\n{'],
    ['that does not', `Transfer-Encoding: chunked\r\n\r\n11170\r\n${'x'.repeat(70_000)}\r\n`],
  ])('S-62 a body %s and is too large gets 413, and its connection is closed', async (_, body) => {
    const answer = await raw('POST /api/user HTTP/1.1', body);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });

  it('S-62 of a header 256 bytes are kept', async () => {
    const { email } = await person(server);
    const agent = `Firefox/140.0 ${'\u00FC'.repeat(2000)}`;
    const form = { j_email: email, j_password: PASSWORD };
    expect((await visitor(server).post('/j_spring_security_check', form, { 'user-agent': agent })).body).toEqual({
      authorized: true,
    });
    const kept = await database.sql<{ bytes: number }[]>`select octet_length(user_agent) as bytes from sessions`;
    expect(Math.max(...kept.map(({ bytes }) => bytes))).toBeLessThanOrEqual(256);
  });

  it("S-62 deals of a key that is not one's own are not found", async () => {
    const [ada, eve] = [await trader(server), await person(server)];
    expect((await ada.get(`/api/key/${ada.keyUid}/deals`)).status).toBe(200);
    const [foreign, absent] = [
      await eve.get(`/api/key/${ada.keyUid}/deals`),
      await eve.get(`/api/key/${crypto.randomUUID()}/deals`),
    ];
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual(absent.body);
  });
});
