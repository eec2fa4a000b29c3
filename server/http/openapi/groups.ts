import { modules } from '#contracts/index.ts';

const ACCOUNT = 'Account';
const KEYS = 'Keys';
const LIMITS = 'Limits';
const MARKETS = 'Markets';
const ORDERS = 'Orders';
const HISTORY = 'History';
const OVERVIEW = 'Overview';
const ALERTS = 'Alerts';
const BOTS = 'Bots';
const BACKTESTS = 'Backtests';
const SIGNALS = 'Signals';
const NOTIFICATIONS = 'Notifications';
const SITE = 'Site';

/** What a reader looks for the calls of a module under. */
export const GROUPS: Record<keyof typeof modules, string> = {
  accounts: ACCOUNT,
  address: ACCOUNT,
  alertPreview: ALERTS,
  alerts: ALERTS,
  audit: ACCOUNT,
  average: ORDERS,
  backtests: BACKTESTS,
  botEndings: BOTS,
  botLines: BOTS,
  botLinks: BOTS,
  botPreview: BOTS,
  bots: BOTS,
  botRecord: BOTS,
  botTrust: BOTS,
  closing: ORDERS,
  confirm: ACCOUNT,
  copying: KEYS,
  dataExport: ACCOUNT,
  deals: HISTORY,
  deletion: ACCOUNT,
  developers: SITE,
  donations: SITE,
  exitPlans: ORDERS,
  firings: ALERTS,
  google: ACCOUNT,
  history: HISTORY,
  hooks: SIGNALS,
  keyEdits: KEYS,
  keyFacts: KEYS,
  keyGroups: KEYS,
  keys: KEYS,
  limits: LIMITS,
  lossLimits: LIMITS,
  marketData: MARKETS,
  markets: MARKETS,
  notifications: NOTIFICATIONS,
  orderLists: ORDERS,
  orders: ORDERS,
  overview: OVERVIEW,
  passkeys: ACCOUNT,
  profile: ACCOUNT,
  push: NOTIFICATIONS,
  recovery: ACCOUNT,
  sessions: ACCOUNT,
  site: SITE,
  support: SITE,
  telegram: NOTIFICATIONS,
  tokens: ACCOUNT,
  trading: LIMITS,
  twoFactor: ACCOUNT,
  unseenAlerts: ALERTS,
  webhooks: SIGNALS,
  worth: OVERVIEW,
};
