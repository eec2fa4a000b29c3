import { expect, it, onTestFinished } from 'vitest';
import { person } from '../../../../tests/factories/visitor.ts';
import { twoSites } from '../../../../tests/setup/two-sites.ts';

it('a browser is given the same push key by every server of a site, so that any of them reaches it', async () => {
  const { here, there, close } = await twoSites();
  onTestFinished(close);
  const keyOf = async (site: typeof here) => (await (await person(site)).get('/api/push/public-key')).body as object;
  const key = await keyOf(here);
  expect(key).toMatchObject({ publicKey: expect.stringMatching(/^B[\w-]{86}$/) });
  expect(await keyOf(there)).toEqual(key);
});
