import { describe, expect, it } from 'vitest';
import { trader } from '../../../../tests/factories/visitor.ts';
import { paperSite } from '../../../../tests/setup/paper-site.ts';
import { until } from '../../../../tests/setup/until.ts';

const { site, control } = await paperSite();

type Trader = Awaited<ReturnType<typeof trader>>;
const check = async (who: Trader) => (await who.get(`/api/key/${who.keyUid}/check`)).body;
const shown = async (who: Trader) => {
  const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
  return group.activeMainApiKeyGroup.mainKey as { disabledReason: string | null; refusal: string | null };
};

describe('what a key may do', () => {
  it('is told box by box, by the exchange’s names, with what each is for', async () => {
    const who = await trader(site);
    const report = await check(who);
    expect(report).toMatchObject({ ok: true, sentence: null });
    expect(report.rights).toContainEqual({
      box: 'Enable Spot & Margin Trading',
      isOn: true,
      wanted: 'on',
      why: 'to place and cancel spot orders',
    });
    expect(report.rights).toContainEqual(
      expect.objectContaining({ box: 'Enable Withdrawals', isOn: false, wanted: 'off' }),
    );
  });

  it('S-32: a key that works from any address is advised to be bound to ours', async () => {
    const who = await trader(site);
    const bound = async () =>
      (await check(who)).rights.find(({ box }: { box: string }) => box === 'Restrict access to trusted IPs only');
    expect(await bound()).toMatchObject({ isOn: false, wanted: 'advised' });
    await control('key', { key: who.paperKey, ip: '127.0.0.1' });
    expect(await bound()).toMatchObject({ isOn: true, wanted: 'advised' });
  });

  it('S-31: a key that may withdraw is refused when it is added, and said why', async () => {
    const who = await trader(site);
    const { key, secret } = (await who.post('/api/paper/key', {})).body;
    await control('key', { key, withdraw: true });
    const { body } = await who.post('/api/key', { market: 'binance', name: 'Rich', key, secret });
    expect(body).toMatchObject({ error: expect.stringMatching(/may withdraw/), uid: null, check: { ok: false } });
    expect(body.check.rights).toContainEqual(expect.objectContaining({ box: 'Enable Withdrawals', isOn: true }));
  });

  it('S-31, F-17: a key that gains the right to withdraw is disabled until a check succeeds', async () => {
    const who = await trader(site);
    await control('key', { key: who.paperKey, withdraw: true });
    expect(await check(who)).toMatchObject({ ok: false, sentence: expect.stringMatching(/may withdraw/) });
    expect((await shown(who)).disabledReason).toMatch(/may withdraw/);
    expect(await who.buy()).toMatchObject({ status: 409, body: { error: expect.stringMatching(/is disabled: /) } });
    await control('key', { key: who.paperKey, withdraw: false });
    expect(await check(who)).toMatchObject({ ok: true });
    expect((await shown(who)).disabledReason).toBeNull();
    expect((await who.buy()).body.error).toBeNull();
  });

  it('S-31: is looked at each day by itself, and its owner hears of it', async () => {
    const who = await trader(site);
    await control('key', { key: who.paperKey, withdraw: true });
    await site.database.sql`update keys set checked_at = 0 where id = ${who.keyUid}`;
    await site.deps.keys.checks.stop();
    site.deps.keys.checks.start();
    await until(async () => expect((await shown(who)).disabledReason).toMatch(/may withdraw/));
    await until(async () => {
      const { body } = await who.get('/api/user/audit?page=0');
      expect(body.content).toContainEqual(expect.objectContaining({ kind: 'key-disabled' }));
    });
  });

  it('a key that was revoked on the exchange is told so, and nothing of it is lost', async () => {
    const who = await trader(site);
    await shown(who);
    await control('key', { key: who.paperKey, revoked: true });
    expect(await check(who)).toMatchObject({
      ok: false,
      sentence: expect.stringMatching(/does not know this API key/),
    });
    expect(await shown(who)).toMatchObject({
      disabledReason: null,
      refusal: expect.stringMatching(/does not know this API key/),
      usdtBalance: expect.any(Number),
    });
    await control('key', { key: who.paperKey, revoked: false });
    expect(await check(who)).toMatchObject({ ok: true });
    await until(async () => expect((await shown(who)).refusal).toBeNull());
  });
});
