import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DONATIONS_PATH } from './rules/public-paths.ts';

export const DonationNetwork = z.object({
  network: z.string(),
  shortName: z.string(),
  address: z.string(),
  /** Without it the exchange that holds the address does not know whose the coins are. */
  memo: z.nullable(z.string()),
});
export type DonationNetwork = z.output<typeof DonationNetwork>;

export const DonationCoin = z.object({ coin: z.string(), networks: z.array(DonationNetwork) });
export type DonationCoin = z.output<typeof DonationCoin>;

export const Donations = z.object({
  /** The catalogue's date, as YYYY-MM-DD. */
  updated: z.string(),
  /** The shipped example: its addresses are none. */
  example: z.boolean(),
  exchangeUser: z.nullable(z.object({ exchange: z.string(), id: z.string() })),
  coins: z.array(DonationCoin),
});
export type Donations = z.output<typeof Donations>;

/** P-10. Public and the same for everyone: the worker keeps it for reading offline. */
export const getDonations = endpoint({
  method: 'get',
  path: DONATIONS_PATH,
  summary: 'Where donations may be sent, every address checked by its checksum',
  access: 'anyone',
  scopes: ['read', 'alerts', 'trade'],
  response: Donations,
});
