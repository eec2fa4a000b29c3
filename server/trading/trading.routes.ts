import { getTrading, switchTrading } from '#contracts/trading.ts';
import { requireProof, serve, type Site } from '../http/serve.ts';
import type { OrderLimits } from './limits/index.ts';
import { limitsRoutes } from './limits/limits.routes.ts';
import type { TradingSwitches } from './index.ts';

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
