import { join } from 'node:path';
import type { Donations } from '#contracts/donations.ts';
import { root } from '../../lib/root.ts';
import { readCatalogue } from './read-catalogue.ts';

/** The coins and networks of the spec's donation page, with addresses that cannot be paid to. */
const EXAMPLE = join(root, 'server', 'features', 'donations', 'example.json');

/** Read and checked once, at the start. */
export const openDonations = (file: string | undefined): Donations => readCatalogue(file ?? EXAMPLE);
