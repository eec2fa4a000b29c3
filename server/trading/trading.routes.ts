import { changeLimits, getLimits } from '#contracts/limits.ts';
import { getTrading, switchTrading } from '#contracts/trading.ts';
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

export function tradingRoutes(
  site: Site,
  { trading, limits }: { trading: TradingSwitches; limits: OrderLimits },
): void {
  limitsRoutes(site, limits);
  serve(site, getTrading, async ({ person }) => trading.state(person.userId));
  serve(site, switchTrading, ({ person, json }) => {
    // Stopping needs no confirmation; resuming is what the thief of a session would want.
    if (!json.off) requireProof(person);
    return trading.switchOwn(person.userId, json.off);
  });
}
