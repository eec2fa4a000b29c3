import { expect, it, onTestFinished } from 'vitest';
import { openProxy } from '../../tests/rehearsal/proxy.ts';
import { trader } from '../../tests/factories/visitor.ts';
import { testDatabase } from '../../tests/setup/database.ts';
import { testSite } from '../../tests/setup/site.ts';
import { until } from '../../tests/setup/until.ts';

const SENTENCE =
  'This site cannot reach its database at the moment. Look whether your change was made, then try again in a few seconds.';

it('while the database is away, a call is refused with a sentence that says so', async () => {
  const database = await testDatabase();
  onTestFinished(database.close);
  const url = new URL(database.url);
  const ports = [Number(url.port)];
  const proxy = await openProxy(ports);
  url.port = String(proxy.port);
  const site = await testSite({ DATABASE_URL: url.href });
  const who = await trader(site);
  expect((await who.buy()).body.error).toBeNull();

  await proxy.close();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { status, headers, body } = await who.buy({ counterQuantity: 50 + attempt });
    expect([status, headers.get('retry-after'), body]).toEqual([503, '5', { error: SENTENCE }]);
  }
  expect((await who.get('/api/user')).body).toEqual({ error: SENTENCE });

  const back = await openProxy(ports, proxy.port);
  onTestFinished(async () => {
    await site.close();
    await back.close();
  });
  await until(async () => expect((await who.buy({ counterQuantity: 50 })).body.error).toBeNull());
});
