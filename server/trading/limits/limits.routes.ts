import { changeLimits, getLimits } from '#contracts/limits.ts';
import { requireProof, serve, type Site } from '../../http/serve.ts';
import type { OrderLimits } from './index.ts';

export function limitsRoutes(site: Site, limits: OrderLimits): void {
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
