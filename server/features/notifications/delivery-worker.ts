import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Deliver } from './channels/outcome.ts';
import type { Channel, DeliveriesStore } from './deliveries.store.ts';
import { DeliveryLane } from './delivery-lane.ts';
import { asOne, parcelOf } from './parcels.ts';

const AT_ONCE: Record<Channel, number> = { live: 20, push: 20, telegram: 10, mail: 4 };
const FORGET_EVERY = 3_600_000;
const KEPT = 7 * 24 * 3_600_000;

interface Needs {
  store: DeliveriesStore;
  channels: Record<Channel, Deliver>;
  clock: Clock;
  log: Log;
}

/** F-27: a lane for each channel, so that one that hangs holds up no other. */
export function createDeliveryWorker({ store, channels, clock, log }: Needs) {
  const lanes = (Object.keys(channels) as Channel[]).map(
    (channel) =>
      new DeliveryLane({
        queue: { take: (taking) => store.take({ channel, ...taking }), settle: store.settle },
        parcelOf,
        deliver: (parcel, signal) => channels[channel](asOne(parcel), signal),
        atOnce: AT_ONCE[channel],
        clock,
        log,
      }),
  );
  let forgetting: NodeJS.Timeout | undefined;
  const forget = () => {
    store
      .forget(clock() - KEPT)
      .catch((error: unknown) => log.error({ err: error }, 'deliveries: old ones not removed'));
  };
  return {
    start(): void {
      forgetting = setInterval(forget, FORGET_EVERY).unref();
      for (const lane of lanes) lane.start();
    },
    /** Something new is due. */
    wake(): void {
      for (const lane of lanes) lane.wake();
    },
    async stop(): Promise<void> {
      clearInterval(forgetting);
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
