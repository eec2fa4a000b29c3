import { leasesStore } from '../../../runtime/leases/leases.store.ts';
import { SharedPartition, wholePartition } from '../../../runtime/leases/partition.ts';
import { watermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import type { AlertDeps } from '../deps.ts';
import { firingsStore } from '../firing/firings.store.ts';
import { type ConditionDeps, ConditionEngine } from './condition-engine.ts';
import { conditionsStore } from './conditions.store.ts';

/** The leases of the engines that divide the pairs among them. */
const SCOPE = 'condition-engines';

interface Options
  extends Omit<ConditionDeps, 'store' | 'conditions' | 'watermarks' | 'partition'>, Pick<AlertDeps, 'db'> {
  /** Other engines may watch some of the pairs. */
  shared?: boolean;
}

/** Fires people's alerts on conditions. */
export function createConditionEngine({ db, shared = false, ...deps }: Options): ConditionEngine {
  const { bus, log } = deps;
  const partition = shared ? new SharedPartition({ scope: SCOPE, store: leasesStore(db), bus, log }) : wholePartition;
  const stores = {
    store: firingsStore(db),
    conditions: conditionsStore(db),
    watermarks: watermarksStore(db, 'conditions'),
  };
  return new ConditionEngine({ ...deps, ...stores, partition });
}
