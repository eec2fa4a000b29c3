import type { OrderNeeds } from './needs.ts';
import type { Engine } from './work/engine.ts';

export interface Orders extends OrderNeeds {
  engine: Engine;
}
