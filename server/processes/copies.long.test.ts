import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { natsServer } from '../../tests/doubles/nats-server.ts';
import { trader } from '../../tests/factories/visitor.ts';
import { dataFolder } from '../../tests/setup/data-folder.ts';
import { testDatabase } from '../../tests/setup/database.ts';
import { freePort, serverProcess } from '../../tests/setup/process.ts';
import { until } from '../../tests/setup/until.ts';

async function start(variables: Record<string, string>) {
  const data = dataFolder();
  const server = await serverProcess({ DATA_DIR: data.path, ...variables });
  onTestFinished(async () => {
    await server.stop();
    data.remove();
  });
  return server;
}

it('deals made on a web process are copied, while NATS is there and while it is away', async () => {
  const [nats, database, port] = await Promise.all([natsServer(), testDatabase(), freePort()]);
  onTestFinished(async () => {
    await Promise.all([nats.stop(), database.close()]);
  });
  const shared = { DATABASE_URL: database.url, NATS_URL: nats.url, MASTER_KEY: randomBytes(32).toString('base64') };
  await start({ ...shared, ROLE: 'paper', PAPER_PORT: `${port}` });
  const others = { ...shared, PAPER_URL: `http://127.0.0.1:${port}` };
  const [web] = await Promise.all([start({ ...others, ROLE: 'web' }), start({ ...others, ROLE: 'engine' })]);

  const who = await trader(web);
  const [{ activeMainApiKeyGroup: group }] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
  const account = (await who.post('/api/paper/key', {})).body;
  const copy = { market: 'binance', mainUid: group.mainKey.uid, groupName: 'Group', name: 'Copy', ...account };
  expect((await who.post('/api/key/group', copy)).body.error).toBeNull();

  const states = async (blockId: string) => {
    const rows = await database.sql<{ state: string | null; skipped: string | null }[]>`
      select o.state, p.skip_code as skipped from positions p
      left join orders o on o.user_id = p.user_id and o.position_id = p.id
      where p.block_id = ${blockId} order by p.ordinal`;
    return rows.map(({ state, skipped }) => skipped ?? state);
  };
  const isCopied = async (price: number) => {
    const { body } = await who.buy({ price });
    expect(body.error).toBeNull();
    await until(async () => expect(await states(body.orderBlock.blockId)).toEqual(['open', 'open']));
  };
  await isCopied(0.31);
  await nats.stop();
  await isCopied(0.32);
});
