import type { Bus } from '../../../runtime/bus/bus.ts';
import type { OrderContext } from '../orders.ts';
import { publishRows } from '../read/publish-rows.ts';
import { Engine } from './engine.ts';

export type { Engine } from './engine.ts';

/** Works on everybody's order blocks; the process that runs it starts it. */
export const createOrderEngine = (context: OrderContext, bus: Pick<Bus, 'publish' | 'subscribe'>): Engine =>
  new Engine({ ...context, bus }, publishRows(context));
