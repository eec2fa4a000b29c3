import { changeLimits, getLimits } from '#contracts/limits.ts';
import { countBotOrders, getTrading, switchTrading } from '#contracts/trading.ts';
import { requireProof, serve, type Site } from '../http/serve.ts';
import type { OrderLimits } from './limits/index.ts';
import type { TradingSwitches } from './index.ts';

function limitsRoutes(site: Site, limits: OrderLimits): void {
  serve(site, getLimits, ({ person }) => limits.state(person.userId));
  serve(site, changeLimits, async ({ person, json }) => {
    const now = await limits.own(person.userId);
    // Lowering a limit needs no confirmation; raising it is what the thief of a session would want.
    const isMore =
      json.perOrder.gt(now.perOrder) || json.perDay.gt(now.perDay) || (json.thinMarkets && !now.thinMarkets);
    if (isMore) requireProof(person);
    await limits.change(person.userId, json);
    return limits.state(person.userId);
  });
}

/** C-12: the orders of a person's bots. */
interface BotHold {
  resting: (userId: string) => Promise<number>;
  /** Takes them down, and keeps the bots from placing others. */
  hold: (userId: string) => Promise<void>;
  release: (userId: string) => Promise<void>;
}

interface TradingParts {
  trading: TradingSwitches;
  limits: OrderLimits;
  bots: BotHold;
}

export function tradingRoutes(site: Site, { trading, limits, bots }: TradingParts): void {
  limitsRoutes(site, limits);
  serve(site, getTrading, async ({ person }) => trading.state(person.userId));
  serve(site, countBotOrders, async ({ person }) => ({ resting: await bots.resting(person.userId) }));
  serve(site, switchTrading, async ({ person, json }) => {
    const { userId } = person;
    // Stopping needs no confirmation; resuming is what the thief of a session would want.
    if (!json.off) requireProof(person);
    const state = await trading.switchOwn(userId, json.off);
    if (!json.off) await bots.release(userId);
    else if (json.botOrders) await bots.hold(userId);
    return state;
  });
}
