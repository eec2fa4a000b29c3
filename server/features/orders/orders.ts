import type { OrderDeps } from './deps.ts';
import type { Engine } from './engine/engine.ts';

export interface Orders extends OrderDeps {
  engine: Engine;
}
