import * as accounts from './accounts.ts';
import * as address from './address.ts';
import * as alertPreview from './alert-preview.ts';
import * as alerts from './alerts.ts';
import * as audit from './audit.ts';
import * as average from './average.ts';
import * as backtests from './backtests.ts';
import * as botEndings from './bot-endings.ts';
import * as botLines from './bot-lines.ts';
import * as botLinks from './bot-links.ts';
import * as botPreview from './bot-preview.ts';
import * as bots from './bots.ts';
import * as botRecord from './bot-record.ts';
import * as botTrust from './bot-trust.ts';
import * as closing from './closing.ts';
import * as confirm from './confirm.ts';
import * as copying from './copying.ts';
import * as dataExport from './data-export.ts';
import * as deals from './deals.ts';
import * as deletion from './deletion.ts';
import * as developers from './developers.ts';
import * as donations from './donations.ts';
import * as exitPlans from './exit-plans.ts';
import type { Endpoint } from './endpoint.ts';
import * as firings from './firings.ts';
import * as google from './google.ts';
import * as history from './history.ts';
import * as hooks from './hooks.ts';
import * as keyEdits from './key-edits.ts';
import * as keyFacts from './key-facts.ts';
import * as keyGroups from './key-groups.ts';
import * as keys from './keys.ts';
import * as limits from './limits.ts';
import * as lossLimits from './loss-limits.ts';
import * as marketData from './market-data.ts';
import * as markets from './markets.ts';
import * as notifications from './notifications.ts';
import * as orderLists from './order-lists.ts';
import * as orders from './orders.ts';
import * as overview from './overview.ts';
import * as passkeys from './passkeys.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as recovery from './recovery.ts';
import * as sessions from './sessions.ts';
import * as site from './site.ts';
import * as support from './support.ts';
import * as telegram from './telegram.ts';
import * as tokens from './tokens.ts';
import * as trading from './trading.ts';
import * as twoFactor from './two-factor.ts';
import * as unseenAlerts from './unseen-alerts.ts';
import * as webhooks from './webhooks.ts';
import * as worth from './worth.ts';

/** By module, as the groups of the description name them. */
export const modules = {
  accounts,
  address,
  alertPreview,
  alerts,
  audit,
  average,
  backtests,
  botEndings,
  botLines,
  botLinks,
  botPreview,
  bots,
  botRecord,
  botTrust,
  closing,
  confirm,
  copying,
  dataExport,
  deals,
  deletion,
  developers,
  donations,
  exitPlans,
  firings,
  google,
  history,
  hooks,
  keyEdits,
  keyFacts,
  keyGroups,
  keys,
  limits,
  lossLimits,
  marketData,
  markets,
  notifications,
  orderLists,
  orders,
  overview,
  passkeys,
  profile,
  push,
  recovery,
  sessions,
  site,
  support,
  telegram,
  tokens,
  trading,
  twoFactor,
  unseenAlerts,
  webhooks,
  worth,
};

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'response' in value;

/** Every call of the site: openapi.json and the route matrix are made from it. */
export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.values(modules)
    .flatMap((module) => Object.entries<unknown>(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
);
