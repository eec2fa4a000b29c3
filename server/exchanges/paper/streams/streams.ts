import type { Server } from 'node:http';
import type { Log } from '../../../lib/log.ts';
import type { Faults } from '../control/faults.ts';
import type { Floor } from '../floor.ts';

export function createStreams(_parts: { server: Server; floor: Floor; faults: Faults; log: Log }) {
  return { stop: () => {} };
}
