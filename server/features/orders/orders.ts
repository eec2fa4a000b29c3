import type { OrderDeps } from './needs.ts';
import type { Engine } from './engine/engine.ts';

export interface Orders extends OrderDeps {
  engine: Engine;
}
