import { join } from 'node:path';
import type { Donations } from '#contracts/donations.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Spec 2, Donation page: its coins and networks, with addresses that nothing can be sent to. */
const EXAMPLE = join(import.meta.dirname, 'example.json');

/** Read once, at start: what is on the page is what was checked. */
export const openDonations = (file: string | undefined): Donations => readCatalogue(file ?? EXAMPLE);
