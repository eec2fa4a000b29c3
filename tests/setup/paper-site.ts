import { afterAll, beforeEach } from 'vitest';
import type { Clock } from '../../server/lib/clock.ts';
import { paperControl } from '../factories/paper-control.ts';
import { testSite } from './site.ts';

/** One site for a test file, with XRP at 0.52 until the file says otherwise; `anew`, before each test once more. */
export async function paperSite({ anew = false, clock }: { anew?: boolean; clock?: Clock } = {}) {
  const site = await testSite({}, clock);
  afterAll(() => site.close());
  const control = paperControl(site);
  const price = (at: string) => control('price', { symbol: 'XRPUSDT', price: at });
  await price('0.52');
  if (anew) {
    beforeEach(async () => {
      await control('reset', {});
      await price('0.52');
    });
  }
  return { site, control, price };
}
