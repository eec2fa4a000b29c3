import { getAddress, proveAddress, sendProof } from '#contracts/address.ts';
import { serve, type Site } from '../../../http/serve.ts';
import type { Accounts } from '../index.ts';

export function addressRoutes(site: Site, { address }: Pick<Accounts, 'address'>): void {
  serve(site, getAddress, ({ person }) => address.state(person));
  serve(site, sendProof, ({ person }) => address.send(person));
  serve(site, proveAddress, async ({ person, json }) => ({ error: await address.prove(person, json) }));
}
