import { type Donations, getDonations } from '#contracts/donations.ts';
import { serve, type Site } from '../../http/serve.ts';

export function donationsRoutes(site: Site, donations: Donations): void {
  serve(site, getDonations, async () => donations);
}
