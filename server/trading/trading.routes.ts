import { getTrading, switchTrading } from '#contracts/trading.ts';
import { serve, type Site } from '../http/serve.ts';
import type { TradingSwitches } from './index.ts';

export function tradingRoutes(site: Site, trading: TradingSwitches): void {
  serve(site, getTrading, async ({ person }) => trading.state(person.userId));
  serve(site, switchTrading, ({ person, json }) => trading.switchOwn(person.userId, json.off));
}
