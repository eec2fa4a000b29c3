import { afterAll } from 'vitest';
import { paperControl } from '../factories/paper-control.ts';
import { testSite } from './site.ts';

/** One site for a test file, with XRP at 0.52 until the file says otherwise. */
export async function paperSite() {
  const site = await testSite();
  afterAll(() => site.close());
  const control = paperControl(site);
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
  return { site, control };
}
