// Borders of house style, in its order. tests/house/borders.test.ts plants a violation of each.

/** Which slices each server slice may open, at their index.ts. */
const doors = {
  accounts: [],
  keys: [],
  markets: [],
  orders: ['keys', 'markets'],
  'copy-trading': ['keys', 'orders'],
  alerts: ['markets', 'notifications'],
  notifications: ['accounts'],
  support: ['notifications'],
  donations: [],
  bots: ['keys', 'markets', 'orders'],
  backtests: ['keys', 'markets', 'orders', 'bots', 'hooks'],
  hooks: ['keys', 'markets', 'orders', 'bots'],
  webhooks: [],
  chat: ['alerts', 'bots', 'markets', 'notifications', 'orders'],
  'loss-limits': [],
};

// swc parses `using`, but its visitor, which finds the imports, stops at it (1.16.18).
const { Visitor } = require('@swc/core/Visitor.js');
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visitUsingToo(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

const TEST = String.raw`\.test\.tsx?$`;
const ADAPTERS = '^server/exchanges/(binance|bybit|coinbase|paper)/';
const DRIZZLE = ['node_modules/drizzle-orm/', '^server/db/schema/'];

const rule = (name, from, to) => ({ name, severity: 'error', from, to });

const contracts = [
  rule(
    'contracts-are-fenced',
    { path: '^server/contracts/', pathNot: TEST },
    { pathNot: ['^server/contracts/', 'node_modules/zod/mini/', 'node_modules/(@types/)?big\\.js/'] },
  ),
  rule('browser-loads-zod-mini', { path: '^(client|sw)/' }, { path: 'node_modules/zod/', pathNot: 'zod/mini/' }),
];

const runtimes = [
  rule('client-knows-contracts-only', { path: '^client/' }, { path: '^(server/(?!contracts/)|sw/)' }),
  rule('sw-knows-contracts-only', { path: '^sw/' }, { path: '^(server/(?!contracts/)|client/)' }),
  rule('server-knows-no-browser', { path: '^server/' }, { path: '^(client|sw)/' }),
];

const clientLayers = [
  rule(
    'client-features-are-strangers',
    { path: '^client/features/([^/]+)/' },
    { path: '^client/features/', pathNot: '^client/features/$1/' },
  ),
  rule('client-features-know-no-app', { path: '^client/features/' }, { path: '^client/(app/|main\\.tsx$)' }),
  rule('client-live-knows-ui-and-lib', { path: '^client/live/' }, { path: '^client/(app|features)/' }),
  rule('client-ui-and-lib-are-lowest', { path: '^client/(ui|lib)/' }, { path: '^client/(app|features|live)/' }),
];

const serverSlices = [
  rule(
    'slices-meet-at-the-index',
    { path: '^server/features/([^/]+)/' },
    { path: '^server/features/', pathNot: ['^server/features/$1/', '^server/features/[^/]+/index\\.ts$'] },
  ),
  rule(
    'slices-are-entered-at-the-index',
    { path: '^server/', pathNot: ['^server/features/', '^server/app\\.ts$', '^server/processes/'] },
    // The FAQ is a text alone, which the build draws.
    {
      path: '^server/features/',
      pathNot: ['^server/features/[^/]+/index\\.ts$', '^server/features/support/faq/index\\.ts$'],
    },
  ),
  rule(
    'processes-build-slices-and-engines',
    { path: '^server/processes/', pathNot: TEST },
    { path: '^server/features/', pathNot: '^server/features/[^/]+/(engine/)?index\\.ts$' },
  ),
  rule(
    'app-mounts-routes',
    { path: '^server/app\\.ts$' },
    { path: '^server/features/', pathNot: String.raw`/index\.ts$|\.routes\.ts$` },
  ),
  rule(
    'stores-alone-query',
    { path: '^server/', pathNot: [String.raw`\.store\.ts$`, '^server/db/'] },
    { path: DRIZZLE },
  ),
  rule(
    'routes-alone-use-hono',
    { path: '^server/', pathNot: [String.raw`\.routes\.ts$`, '^server/http/', '^server/app\\.ts$', TEST] },
    { path: 'node_modules/hono/', dependencyTypesNot: ['type-only'] },
  ),
];

const exchanges = [
  rule(
    'processes-alone-name-an-adapter',
    { path: '^server/', pathNot: [ADAPTERS, '^server/processes/', TEST] },
    { path: ADAPTERS },
  ),
  rule(
    'adapters-are-strangers',
    { path: ADAPTERS, pathNot: TEST },
    { path: ADAPTERS, pathNot: '^server/exchanges/$1/' },
  ),
  rule('adapters-know-no-slice', { path: '^server/exchanges/' }, { path: '^server/features/' }),
  rule(
    'paper-market-and-records-are-lowest',
    { path: '^server/exchanges/paper/(market|records|faults)/', pathNot: TEST },
    { path: String.raw`^server/exchanges/paper/(exchange-core\.ts$|open-core\.ts$|rest/|streams/|control/)` },
  ),
];

/** Whatever decides about money runs in a backtest too: no database, no HTTP, no clock of its own. */
const domain = [
  rule(
    'domain-is-pure',
    { path: '^server/domain/', pathNot: TEST },
    { pathNot: ['^server/domain/', '^server/contracts/rules/', 'node_modules/(@types/)?big\\.js/'] },
  ),
];

/** A role loads what it runs, and nothing of what other roles run. */
const roles = [
  rule(
    'web-reaches-no-engine',
    { path: '^server/processes/web\\.ts$' },
    { path: '^server/features/[^/]+/engine/', reachable: true },
  ),
  rule(
    'engines-serve-no-site',
    { path: '^server/processes/(engine|paper)\\.ts$' },
    { path: ['^server/app\\.ts$', '^server/live/hub\\.ts$', '^server/features/.*\\.routes\\.ts$'], reachable: true },
  ),
  rule(
    'paper-runs-alone',
    { path: '^server/processes/paper\\.ts$' },
    { path: ['^server/features/', '^server/exchanges/(binance|bybit|coinbase)/'], reachable: true },
  ),
  rule(
    'processes-are-the-top',
    { path: '^server/', pathNot: ['^server/processes/', '^server/(main|app)\\.ts$', TEST] },
    { path: '^server/processes/' },
  ),
  rule(
    'runtime-knows-no-feature',
    { path: '^server/runtime/', pathNot: TEST },
    { path: '^(server/(?!(runtime|lib|db|contracts)/)|client/|sw/)' },
  ),
];

const everywhere = [
  rule('no-cycles', {}, { circular: true }),
  rule('nothing-imports-tests', { pathNot: ['^tests/', TEST] }, { path: ['^tests/', TEST] }),
  rule('tests-import-no-test', {}, { path: TEST }),
  rule(
    'names-say-what',
    {},
    { path: '(^|[/.-])(utils?|helpers?|misc|manager|service)\\.tsx?$', pathNot: 'node_modules/' },
  ),
  rule('imports-resolve', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
];

const doorRules = Object.entries(doors).map(([slice, open]) =>
  rule(
    `doors-of-${slice}`,
    { path: `^server/features/${slice}/`, pathNot: TEST },
    { path: '^server/features/', pathNot: [slice, ...open].map((name) => `^server/features/${name}/`) },
  ),
);

/** Keys and markets open the exchanges; orders and bots speak of their types, holding only what it is handed. */
const exchangeDoors = [
  rule(
    'doors-of-the-exchanges',
    { path: '^server/features/', pathNot: ['^server/features/(keys|markets|orders|bots)/', TEST] },
    { path: '^server/exchanges/' },
  ),
  rule(
    'orders-sees-exchange-types-only',
    { path: '^server/features/(orders|bots)/', pathNot: TEST },
    { path: '^server/exchanges/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'slices-are-listed',
    { path: '^server/features/', pathNot: `^server/features/(${Object.keys(doors).join('|')})/` },
    {},
  ),
];

module.exports = {
  forbidden: [
    ...contracts,
    ...runtimes,
    ...clientLayers,
    ...serverSlices,
    ...exchanges,
    ...domain,
    ...roles,
    ...everywhere,
    ...doorRules,
    ...exchangeDoors,
  ],
  options: {
    // TypeScript 7 has no API: without swc the cruiser sees no module at all and passes.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
