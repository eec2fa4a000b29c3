import type { OrderNeeds } from './needs.ts';
import type { Engine } from './engine/engine.ts';

export interface Orders extends OrderNeeds {
  engine: Engine;
}
