import { setTimeout as sleep } from 'node:timers/promises';
import { isLive } from '../../../domain/position/order-state.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { TradingSwitches } from '../../../trading/index.ts';
import type { BotDeps } from '../deps.ts';
import { countResting } from '../runs/resting.store.ts';
import { runsStore, type StoredRun } from '../runs/runs.store.ts';
import { botHold } from './hold-orders.ts';

/** How long the orders of bots are waited for, and how often they are looked at, ms. */
const PATIENCE = 15_000;
const LOOK_EVERY = 200;

interface StillOpen {
  connectorName: string;
  error: string;
}
type Switches = Pick<TradingSwitches, 'changed' | 'state' | 'switchOwn'>;

const hasOrders = ({ orders }: StoredRun): boolean => orders.some(({ state }) => isLive(state));
const isStopping = ({ run }: StoredRun): boolean => run.state === 'stopping';

async function patiently(clock: Clock, isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = clock() + PATIENCE;
  while (!(await isDone()) && clock() < giveUpAt) await sleep(LOOK_EVERY);
}

/**
 * C-12, C-21: while an account leaves, the trading of its person is off: bots place nothing, and put no exits back that are
 * taken down. `end` lets all go on as before; what was off already stays off.
 */
export function standstill(deps: BotDeps, switches: Switches, userId: string) {
  const { db, clock } = deps;
  const { hold, release } = botHold(deps);
  const active = () => runsStore(db, userId).active();
  let isOurs = false;

  async function isOff(): Promise<boolean> {
    await switches.changed();
    return switches.state(userId).off;
  }

  async function isDown(): Promise<boolean> {
    // One that was just starting is held at the next look.
    await hold(userId);
    return !(await active()).some(hasOrders) && (await countResting(db, userId)) === 0;
  }

  return {
    /** Takes the orders of all bots down, but for what protects their deals; answers whose still rest. */
    async begin(): Promise<StillOpen[]> {
      // What is to be sold at an end is sold, and a bot that goes on with other lines has them.
      if (!(await isOff())) await patiently(clock, async () => !(await active()).some(isStopping));
      isOurs = !(await isOff());
      if (isOurs) await switches.switchOwn(userId, true);
      await patiently(clock, isDown);
      const left = (await active()).filter(hasOrders);
      return left.map(({ bot }) => ({ connectorName: bot.name, error: 'Its orders still rest on the exchange.' }));
    },
    async end(): Promise<void> {
      if (!isOurs) return;
      await switches.switchOwn(userId, false);
      await release(userId);
    },
  };
}
