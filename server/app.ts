import { Hono } from 'hono';
import { getDescription } from '#contracts/developers.ts';
import { getSite, getSitePrice } from '#contracts/site.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { dataExportRoutes } from './features/accounts/data-export/data-export.routes.ts';
import { deletionRoutes } from './features/accounts/deletion/deletion.routes.ts';
import { sessionsRoutes } from './features/accounts/sessions/sessions.routes.ts';
import { tokensRoutes } from './features/accounts/tokens/tokens.routes.ts';
import { alertsRoutes } from './features/alerts/alerts.routes.ts';
import { backtestsRoutes } from './features/backtests/backtests.routes.ts';
import { botsRoutes } from './features/bots/bots.routes.ts';
import { botHold } from './features/bots/index.ts';
import { copyTradingRoutes } from './features/copy-trading/copy-trading.routes.ts';
import { donationsRoutes } from './features/donations/donations.routes.ts';
import { hooksRoutes } from './features/hooks/hooks.routes.ts';
import { lossLimitsRoutes } from './features/loss-limits/loss-limits.routes.ts';
import { keyGroupsRoutes } from './features/keys/groups/key-groups.routes.ts';
import { keysRoutes } from './features/keys/keys.routes.ts';
import { marketsRoutes } from './features/markets/markets.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { blocksOfKeys } from './features/orders/index.ts';
import { historyRoutes } from './features/orders/history.routes.ts';
import { overviewRoutes } from './features/orders/overview.routes.ts';
import { averageRoutes } from './features/orders/average.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { supportRoutes } from './features/support/support.routes.ts';
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts';
import { headers, readableAddress, sameOrigin, boundedBodies } from './http/guards.ts';
import { type EncodedText, encodeText, sendEncoded } from './http/encoded-text.ts';
import type { HttpEnv } from './http/http-env.ts';
import { onError } from './http/on-error.ts';
import { openApi } from './http/openapi/openapi.ts';
import { personLimit } from './http/person-limit.ts';
import { requestLog } from './http/request-log.ts';
import { serve, type Site } from './http/serve.ts';
import { withPerson } from './http/session-cookie.ts';
import { siteFiles } from './http/site-files.ts';
import { withRequestContext } from './http/request-origin.ts';
import { Refusal } from './lib/errors.ts';
import { statusRoutes } from './metrics/status.routes.ts';
import type { SiteDeps } from './processes/wiring/site.ts';
import { tradingRoutes } from './trading/trading.routes.ts';

/** What every call goes through before its route. */
function guard(site: Site, { env: { publicUrl, TRUST_PROXY: trustProxy }, clock, log, accounts }: SiteDeps): void {
  site.use(requestLog({ log, clock, trustProxy }), headers(publicUrl), sameOrigin(publicUrl));
  site.use(readableAddress, boundedBodies);
  const { findPerson, tokens } = accounts;
  const caller = withPerson({ findPerson, findBearer: tokens.read }, publicUrl, trustProxy);
  for (const path of ['/api/*', '/logout', '/j_spring_security_check']) {
    site.use(path, withRequestContext(trustProxy), caller, personLimit(clock));
  }
}

/** Made when first asked for: it costs a start a tenth of its time. */
function descriptionRoute(site: Site, { env, clock }: Pick<SiteDeps, 'env' | 'clock'>): void {
  let description: Promise<EncodedText> | null = null;
  serve(site, getDescription, async ({ c }) => {
    description ??= encodeText(JSON.stringify(openApi({ ...env, now: clock() })));
    return sendEncoded(c, await description, { type: 'application/json' });
  });
}

/** What trades without a press and what ends that, what tries it on past prices, and what sends events of it to others. */
function automaticRoutes(site: Site, { lossLimits, bots, backtests, hooks, webhooks, env }: SiteDeps): void {
  lossLimitsRoutes(site, lossLimits);
  botsRoutes(site, bots);
  backtestsRoutes(site, backtests);
  hooksRoutes(site, { hooks, trustProxy: env.TRUST_PROXY });
  webhooksRoutes(site, webhooks);
}

/** Every route of the site over what `deps` holds; nothing is built or started here. */
export function createApp(deps: SiteDeps): Site {
  const { env, clock, log, accounts, keys, markets, orders, paper, sharedLimits } = deps;
  const site: Site = new Hono<HttpEnv>({ strict: true });
  site.onError(onError(log));
  guard(site, deps);

  statusRoutes(site, deps);
  serve(site, getSite, async () => ({
    version: env.version,
    exchangeMode: env.EXCHANGE_MODE,
    markets: markets.names(),
    outgoingIp: env.OUTGOING_IP ?? null,
    google: env.google !== null,
  }));
  serve(site, getSitePrice, async () => {
    const last = markets.lastPrice(markets.names()[0] ?? '', 'XRPUSDT');
    return { pair: 'XRP/USDT', price: last?.price ?? null, time: last?.time ?? null };
  });
  descriptionRoute(site, deps);

  accountsRoutes(site, { accounts, log, publicUrl: env.publicUrl, trustProxy: env.TRUST_PROXY, sharedLimits });
  dataExportRoutes(site, { accounts, audit: deps.audit, clock, trustProxy: env.TRUST_PROXY, sharedLimits });
  deletionRoutes(site, { accounts, deletion: deps.deletion, publicUrl: env.publicUrl, trustProxy: env.TRUST_PROXY });
  sessionsRoutes(site, accounts);
  tokensRoutes(site, accounts);
  auditRoutes(site, deps);
  const guarded = {
    keys,
    audit: deps.audit,
    trustProxy: env.TRUST_PROXY,
    blocks: { ...blocksOfKeys(orders), botFault: deps.bots.claims.fault },
  };
  keyGroupsRoutes(site, guarded);
  keysRoutes(site, { ...guarded, paper, sharedLimits });
  marketsRoutes(site, {
    clock,
    markets,
    activeKey: keys.active,
    keptByBots: deps.bots.claims.kept,
  });
  const { pairOf, lastPrice } = markets;
  copyTradingRoutes(site, { keys, pairOf, lastPrice });
  ordersRoutes(site, orders);
  averageRoutes(site, orders);
  historyRoutes(site, orders);
  overviewRoutes(site, orders);
  automaticRoutes(site, deps);
  tradingRoutes(site, { trading: deps.trading, limits: deps.limits, bots: botHold(deps.bots) });
  alertsRoutes(site, deps.alerts);
  notificationsRoutes(site, deps.notifications);
  supportRoutes(site, { support: deps.support, trustProxy: env.TRUST_PROXY });
  donationsRoutes(site, deps.donations);
  // Calls alone: /api itself is a page.
  site.all('/api/:call{.+}', () => {
    throw new Refusal('not-found', 'There is no such call.');
  });
  siteFiles(site, env);
  site.notFound(() => {
    throw new Refusal('not-found', 'There is nothing at this address.');
  });
  return site;
}
