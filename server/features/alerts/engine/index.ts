import { leasesStore } from '../../../runtime/leases/leases.store.ts';
import { SharedPartition, wholePartition } from '../../../runtime/leases/partition.ts';
import { watermarksStore } from '../../../runtime/price-triggers/watermarks.store.ts';
import { AlertEngine, type EngineDeps } from './alert-engine.ts';
import { firingsStore } from '../firing/firings.store.ts';
import type { AlertDeps } from '../deps.ts';

export { createConditionEngine } from '../conditions/index.ts';
export { createOccasionEngine } from '../occasions/index.ts';

/** The leases of the engines that divide the pairs among them. */
const SCOPE = 'alert-engines';

interface EngineOptions
  extends Omit<EngineDeps, 'store' | 'watermarks' | 'partition' | 'metrics'>, Pick<AlertDeps, 'db'> {
  /** Other engines may watch some of the pairs. */
  shared?: boolean;
  metrics?: NonNullable<EngineDeps['metrics']> & { watchAlerts(active: () => number): void };
}

/** Fires people's price alerts. */
export function createAlertEngine({ db, shared = false, ...deps }: EngineOptions): AlertEngine {
  const { bus, log, metrics } = deps;
  const partition = shared ? new SharedPartition({ scope: SCOPE, store: leasesStore(db), bus, log }) : wholePartition;
  const stores = { store: firingsStore(db), watermarks: watermarksStore(db, 'alerts') };
  const engine = new AlertEngine({ ...deps, ...stores, partition });
  metrics?.watchAlerts(() => engine.size);
  return engine;
}
