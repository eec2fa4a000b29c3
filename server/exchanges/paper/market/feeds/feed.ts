import type { Floor } from '../../floor.ts';

/** Where the market's trades come from. */
export interface Feed {
  start(floor: Floor): void;
  stop(): void;
}
