import { afterAll, beforeAll, expect, it } from 'vitest';
import { hookWorld, type HookWorld } from '../../../tests/factories/hook-world.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';

let site: TestSite;
let who: HookWorld;
beforeAll(async () => {
  site = await testSite();
  who = await hookWorld(site, Date.now);
});
afterAll(() => site.close());

it('W-13 a signal is found on its page of the log, and one that is not of this hook leads to the first page', async () => {
  const [hook, other] = [await who.create(), await who.create()];
  for (let at = 0; at < 12; at += 1) await hook.native({ action: 'alert', id: `n${at}` });
  const { body: foreign } = await other.native({ action: 'alert', id: 'n0' });
  await hook.done(10);
  const page = async (query: string) => {
    const { body } = await who.get(`/api/hooks/${hook.hookId}/signals?${query}`);
    return { page: body.page, ids: body.content.map(({ signalId }: { signalId: string }) => signalId) };
  };
  const [first, second] = [await page('page=0'), await page('page=1')];
  expect([first.page, second.page, second.ids.length]).toEqual([0, 1, 2]);
  expect(await page(`signal=${second.ids[1]}`)).toEqual(second);
  expect(await page(`signal=${first.ids[9]}`)).toEqual(first);
  expect(await page(`signal=${String(foreign['id'])}`)).toEqual(first);
});
