import type { Bus } from '../../../runtime/bus/bus.ts';
import { type Partition, wholePartition } from '../../../runtime/leases/partition.ts';
import type { OrderContext } from '../orders.ts';
import { publishRows } from '../read/publish-rows.ts';
import { Engine } from './engine.ts';

export type { Engine } from './engine.ts';

/** Works on the order blocks of the people in its partition; the process that runs it starts it. */
export const createOrderEngine = (
  context: OrderContext,
  bus: Pick<Bus, 'publish' | 'subscribe'>,
  partition: Partition = wholePartition,
): Engine => new Engine({ ...context, bus, partition }, publishRows(context));
