import { getFaq } from '#contracts/support.ts';
import { serve, type Site } from '../../http/serve.ts';
import { FAQ } from './faq/index.ts';

export function supportRoutes(site: Site): void {
  serve(site, getFaq, async () => ({ groups: FAQ }));
}
