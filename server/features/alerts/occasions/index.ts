import type { AlertDeps } from '../deps.ts';
import { firingsStore } from '../firing/firings.store.ts';
import type { OccasionDeps } from './occasion-deps.ts';
import { OccasionEngine } from './occasion-engine.ts';
import { occasionsStore } from './occasions.store.ts';

type Options = Omit<OccasionDeps, 'store' | 'occasions'> & Pick<AlertDeps, 'db'>;

/** Fires people's alerts on the clock and on listings. */
export const createOccasionEngine = ({ db, ...deps }: Options): OccasionEngine =>
  new OccasionEngine({ ...deps, store: firingsStore(db), occasions: occasionsStore(db) });
