import { createOrderEngine } from '../../server/features/orders/engine/index.ts';
import { createOrders, orderContext } from '../../server/features/orders/index.ts';
import { localBus } from '../../server/runtime/bus/bus.ts';

/** The orders of a site in another process with an engine of its own. */
export function otherOrders(deps: Parameters<typeof orderContext>[0]) {
  const context = orderContext({ ...deps });
  const engine = createOrderEngine(
    context,
    localBus(() => {}),
  );
  return { ...createOrders(context, engine), engine };
}
