import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

function rootOf(url: string): string {
  const found = findPackageJSON(url);
  if (!found) throw new Error('There is no package.json above the server.');
  return dirname(found);
}

/** The project's folder, from the sources and from what is built of them. */
export const root = rootOf(import.meta.url);
