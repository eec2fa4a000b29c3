import { endpoints } from '#contracts/index.ts';
import { GRID } from '../factories/bot-settings.ts';
import { PASSWORD } from '../factories/visitor.ts';
import { type Owner, PAST } from './owner.ts';

export interface Sample {
  /** `theirs` names what is the owner's; `own` cannot name an object of another person. */
  reach: 'theirs' | 'own';
  params?: Record<string, string>;
  query?: Record<string, string>;
  json?: Record<string, unknown>;
}

const XRP = { market: 'binance', symbolName: 'xrp_usdt' };
const PAIR = { tradeType: 'spot', market: 'binance', symbol: 'xrp_usdt' };
const ORDER = { ...XRP, price: 0.3, counterQuantity: 10, counterEarning: true };
const ALERT = { market: 'BINANCE', symbol: 'XRP_USDT', price: 0.9, type: 'PRICE_REACHES', informing: 'ONLY_ONCE' };
const MOVE = { kind: 'percent-move', direction: 'up', percent: 3, window: '1h' };
const PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  clientExtensionResults: {},
};
const CREDENTIAL = { ...PASSKEY, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };

const own = (sample: Omit<Sample, 'reach'> = {}): Sample => ({ reach: 'own', ...sample });
const theirs = (sample: Omit<Sample, 'reach'>): Sample => ({ reach: 'theirs', ...sample });

const open: Record<string, Sample> = {
  getUser: own(),
  logOut: own(),
  signIn: own({ json: { j_email: 'nobody@example.org', j_password: PASSWORD } }),
  signUp: own({ json: { email: 'no', username: 'Ada', password: PASSWORD, passwordConfirmation: PASSWORD } }),
  challengePasskey: own(),
  signInByPasskey: own({ json: { passkey: PASSKEY } }),
  resetPassword: own({ json: { userEmail: 'nobody@example.org' } }),
  finishGoogle: own({ json: { code: '123456' } }),
  restorePassword: own({ json: { passwordUrlHash: 'none', password: PASSWORD, passwordConfirmation: PASSWORD } }),
  checkRecovery: own({ json: { passwordUrlHash: 'none' } }),
  keepTwoFactorByLink: own({ json: { token: 'none' } }),
  getHealth: own(),
  getReadiness: own(),
  getSite: own(),
  getSitePrice: own(),
  getDescription: own(),
  getFaq: own(),
  getDonations: own(),
  sendContact: own(),
};

const account: Record<string, Sample> = {
  changeProfile: own({ json: { username: 'Eve' } }),
  exportData: own({ query: { format: 'json' } }),
  deleteAccount: own({ json: { password: 'Not-My-Password_42!' } }),
  confirmIdentity: own({ json: { password: PASSWORD } }),
  getProofs: own(),
  listAuditEvents: own(),
  listSecretUses: own(),
  listSessions: own(),
  endOtherSessions: own(),
  linkGoogle: own({ json: { to: '/account' } }),
  confirmByGoogle: own({ json: { to: '/account' } }),
  unlinkGoogle: own(),
  getAddress: own(),
  sendProof: own({ json: {} }),
  proveAddress: own({ json: { code: '12345678' } }),
  getTwoFactor: own(),
  keepTwoFactor: own(),
  turnTwoFactorOn: own({ json: {} }),
  turnTwoFactorOff: own(),
  makeRecoveryCodes: own(),
  listPasskeys: own(),
  listTokens: own(),
  createToken: own({ json: { name: 'Mine', scopes: ['read'] } }),
  beginPasskey: own(),
  addPasskey: own({ json: { name: 'Mine', credential: CREDENTIAL } }),
  getTrading: own(),
  switchTrading: own({ json: { off: false } }),
  countBotOrders: own(),
  getTelegramLink: own(),
  linkTelegram: own(),
  unlinkTelegram: own(),
  getPushKey: own(),
  listPushDevices: own(),
  testPush: own(),
  getNotificationSettings: own(),
  changeNotificationSettings: own({ json: { quietHours: null } }),
  testNotification: own({ json: { channel: 'push' } }),
};

/** A browser's push address is its own secret: a request with it comes from that browser. */
const push = (owner: Owner): Record<string, Sample> => ({
  subscribePush: own({ json: { ...owner.subscription, endpoint: 'https://localhost:1/another' } }),
});

const GRID_BOT = { type: 'grid', ...XRP, settings: GRID };

const trading: Record<string, Sample> = {
  listBots: own(),
  listEndings: own(),
  openSharedBot: own({ json: { token: 'no-such-link-anywhere' } }),
  listBacktests: own(),
  listDataFiles: own(),
  addDataFile: own({ query: { name: 'XRPUSDT-1m-2025-01-02.csv' } }),
  previewBacktest: own({ json: { bot: GRID_BOT } }),
  listHooks: own(),
  listWebhooks: own(),
  addKey: own({ json: { market: 'binance', name: 'Mine', key: 'no such key', secret: 'none' } }),
  createPaperKey: own(),
  listKeys: own(),
  getBalances: own({ params: PAIR }),
  getCandles: own({ params: PAIR }),
  listDayStats: own({ params: { market: 'binance' } }),
  getMarketInfo: own({ params: PAIR }),
  listPairs: own({ params: { market: 'binance' } }),
  placeFirstOrder: own({ params: { section: 'buy' }, json: ORDER }),
  previewOrder: own({ params: { section: 'buy' }, json: ORDER }),
  getFirstOrder: own({ query: { market: 'binance' } }),
  listOpenBlocks: own({ query: { market: 'binance' } }),
  closeAll: own({ json: { market: 'binance', symbolName: 'doge_usdt' } }),
  createAlert: own({ json: ALERT }),
  previewAlert: own({ json: { market: 'BINANCE', symbol: 'XRP_USDT', condition: MOVE } }),
  listAlerts: own({ query: { market: 'BINANCE' } }),
  getWorth: own({ query: { span: '1w' } }),
  listOpenPositions: own(),
  listKeyFacts: own(),
  listNearAlerts: own(),
  listTags: own(),
  getLimits: own(),
  getLossLimits: own(),
  setLossLimit: own({ json: { keyUid: null, limit: null } }),
  changeLimits: own({ json: { perOrder: 100, perDay: 1000, thinMarkets: false } }),
  listUnseenAlerts: own({ query: { market: 'BINANCE' } }),
};

/** Of keys and their groups, in an order in which their owner can make them all. */
function keys({ keyUid: mainUid, copyUid: updateUid, spareUid }: Owner): Record<string, Sample> {
  const market = 'binance';
  const added = { market, name: 'One more', key: 'no such key', secret: 'none' };
  return {
    showKey: theirs({ params: { uid: mainUid } }),
    listKeyBalances: theirs({ params: { uid: mainUid } }),
    checkKey: theirs({ params: { uid: mainUid } }),
    listCopyDeals: theirs({ params: { uid: updateUid } }),
    previewCopies: theirs({ json: { mainUid, symbolName: 'xrp_usdt', counterQuantity: 100 } }),
    renameKey: theirs({ json: { mainUid, updateUid, market, name: 'Renamed' } }),
    renameGroup: theirs({ json: { mainUid, groupName: 'Renamed', market } }),
    sizeCopyKey: theirs({ json: { mainUid, updateUid, multiplier: 2, ceiling: null } }),
    switchCopyKey: theirs({ json: { mainUid, updateUid, inProcess: false, market } }),
    switchAllCopies: theirs({ json: { mainUid, inProcess: true, market } }),
    repeatOutsideDeals: theirs({ json: { mainUid, repeatOutside: false } }),
    resetPaperKey: theirs({ json: { uid: spareUid } }),
    addCopyKey: theirs({ json: { ...added, mainUid, groupName: 'Group' } }),
    addToGroup: theirs({ json: { mainUid, addUids: [spareUid], groupName: 'Group', market } }),
    removeFromGroup: theirs({ json: { mainUid, removeUids: [spareUid], groupName: 'Group', market } }),
    replaceActiveKey: theirs({ json: { uid: mainUid, replaceUid: spareUid, market } }),
    deleteKeyGroup: theirs({ json: { mainUid, deleteUid: mainUid, replaceUid: spareUid, market } }),
    deleteKey: theirs({ json: { mainUid: updateUid, deleteUid: updateUid, market } }),
  };
}

/** Of runs over the past, in an order in which their owner can make them all. */
function backtests({ backtestId, fileId }: Owner): Record<string, Sample> {
  const past = { from: PAST, to: PAST + 3_600_000, interval: '1m', data: [fileId], slippage: 0.1 };
  return {
    getBacktest: theirs({ params: { backtestId } }),
    startBacktest: theirs({ json: { bot: { ...GRID_BOT, stop: { below: 0.4 } }, ...past } }),
    removeBacktest: theirs({ params: { backtestId } }),
    removeDataFile: theirs({ params: { fileId } }),
  };
}

/** Of bots, in an order in which their owner can make them all. */
function bots({ botId, keyUid: mainUid }: Owner): Record<string, Sample> {
  const plan = { type: 'grid', settings: GRID };
  const params = { botId };
  return {
    previewBot: theirs({ json: { ...XRP, ...plan, mainUid } }),
    createBot: theirs({ json: { ...XRP, ...plan, mainUid, name: 'One more' } }),
    getBot: theirs({ params }),
    changeBot: theirs({ params, json: { name: 'Renamed', plan, stop: { below: 0.47 } } }),
    startBot: theirs({ params, json: { warned: true } }),
    pauseBot: theirs({ params, json: { takeDown: true } }),
    resumeBot: theirs({ params, json: {} }),
    adoptBot: theirs({ params, json: { choice: 'leave-out', level: 1 } }),
    listBotDeals: theirs({ params }),
    listBotEvents: theirs({ params }),
    getBotLink: theirs({ params }),
    shareBot: theirs({ params, json: { figures: true } }),
    unshareBot: theirs({ params }),
    previewLines: theirs({ params, json: { plan } }),
    startTwin: theirs({ params, json: {} }),
    endTwin: theirs({ params }),
    stopBot: theirs({ params, json: { coins: 'keep' } }),
    changeLines: theirs({ params, json: { plan, warned: true } }),
    stopBots: theirs({ json: { bots: [{ botId, coins: 'keep' }] } }),
    deleteBot: theirs({ params }),
  };
}

/** Of hooks, in an order in which their owner can make them all. */
function hooks({ hookId, keyUid: mainUid }: Owner): Record<string, Sample> {
  const params = { hookId };
  const template = {
    name: 'One more',
    market: 'binance',
    pairs: ['xrp_usdt'],
    actions: ['open'],
    amount: { fixed: 20 },
    copies: false,
  };
  return {
    createHook: theirs({ json: { ...template, mainUid } }),
    changeHook: theirs({ params, json: { template, paused: false } }),
    renewHookToken: theirs({ params, json: {} }),
    renewHookSecret: theirs({ params, json: {} }),
    testHook: theirs({ params, json: { action: 'open', pair: 'xrp_usdt' } }),
    setHookLive: theirs({ params, json: { live: true } }),
    listHookSignals: theirs({ params }),
    deleteHook: theirs({ params }),
  };
}

/** Of endpoints, in an order in which their owner can make them all. */
function webhooks({ webhookId, deliveryId }: Owner): Record<string, Sample> {
  const params = { webhookId };
  return {
    createWebhook: own({ json: { url: 'https://localhost:1/more', events: ['block.closed'] } }),
    changeWebhook: theirs({ params, json: { events: ['block.placed'] } }),
    renewWebhookSecret: theirs({ params, json: {} }),
    testWebhook: theirs({ params, json: {} }),
    listWebhookDeliveries: theirs({ params }),
    resendWebhookDelivery: theirs({ params: { webhookId, deliveryId }, json: {} }),
    deleteWebhook: theirs({ params }),
  };
}

/** In an order in which their owner can make them all. */
const named = (owner: Owner): Record<string, Sample> => ({
  listOrderBlocks: theirs({
    params: { tradeType: 'spot' },
    query: { ...XRP, counterEarning: 'true', section: 'buy', connectorName: owner.keyName },
  }),
  listHistory: theirs({ query: { market: 'binance', uid: owner.keyUid } }),
  summarizeHistory: theirs({ query: { market: 'binance', uid: owner.keyUid } }),
  listDeals: theirs({ query: { market: 'binance', uid: owner.keyUid } }),
  reportHistory: theirs({ query: { market: 'binance', uid: owner.keyUid } }),
  noteBlock: theirs({ params: { blockId: owner.blockId }, json: { tags: ['mine'], note: 'Mine.' } }),
  planStops: theirs({ json: { percent: 5, from: 'entry', blockIds: [owner.blockId] } }),
  setStops: theirs({ json: { stops: [{ blockId: owner.blockId, stopLossPrice: 0.45 }] } }),
  listBlockEvents: theirs({ params: { blockId: owner.blockId } }),
  retryCopy: theirs({ json: { blockId: owner.blockId, uid: owner.copyUid } }),
  settleInterference: theirs({ json: { blockId: owner.blockId, uid: owner.keyUid, choice: 'release' } }),
  changeTargets: theirs({ json: { ...XRP, blockId: owner.blockId, takeProfitPrice: 0.61 } }),
  removeTargets: theirs({ json: { ...XRP, blockId: owner.blockId } }),
  setPlan: theirs({ json: { ...XRP, blockId: owner.blockId, takeProfits: [], stopLoss: { price: 0.45 } } }),
  previewPlan: theirs({ json: { ...XRP, blockId: owner.blockId, takeProfits: [], stopLoss: { price: 0.45 } } }),
  setTargets: theirs({ json: { ...XRP, blockId: owner.blockId, stopLossPrice: 0.45 } }),
  previewAverage: theirs({ json: { ...XRP, blockIds: [owner.blockId] } }),
  averageBlocks: theirs({ json: { ...XRP, blockIds: [owner.blockId] } }),
  previewSplit: theirs({ json: { ...XRP, blockId: owner.blockId, shares: [0.5, 0.5] } }),
  splitBlock: theirs({ json: { ...XRP, blockId: owner.blockId, shares: [0.5, 0.4] } }),
  closePart: theirs({ json: { ...XRP, blockId: owner.blockId, quantity: 10, requestId: owner.blockId } }),
  closeFilled: theirs({ json: { ...XRP, blockId: owner.blockId } }),
  closeTargeted: theirs({ json: { ...XRP, blockId: owner.blockId } }),
  changeFirstOrder: theirs({ json: { ...XRP, blockId: owner.restingId, price: 0.31 } }),
  removeFirstOrder: theirs({ json: { ...XRP, blockId: owner.restingId } }),
  listFirings: theirs({ params: { id: owner.alertId } }),
  seeAlert: theirs({ params: { id: owner.alertId } }),
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
  changeAlertCall: theirs({ params: { id: owner.alertId }, json: { then: null } }),
  updateAlert: theirs({ json: { id: owner.alertId, price: 0.91 } }),
  deleteAlert: theirs({ params: { id: owner.alertId } }),
  unsubscribePush: theirs({ json: { endpoint: owner.subscription.endpoint } }),
  removePasskey: theirs({ params: { id: owner.passkeyId } }),
  listTokenUses: theirs({ params: { tokenId: owner.tokenId } }),
  removeToken: theirs({ params: { tokenId: owner.tokenId } }),
  endSession: theirs({ params: { id: owner.otherSessionId } }),
  ...bots(owner),
  ...backtests(owner),
  ...hooks(owner),
  ...webhooks(owner),
  ...keys(owner),
});

/** How each call of the site reaches an object: a call that is missing here fails the tests. */
export const reachOf = (owner: Owner): Record<string, Sample> => ({
  ...open,
  ...account,
  ...push(owner),
  ...trading,
  ...named(owner),
});

/** The names of the calls that a session is asked for. */
export const personal = Object.entries(endpoints)
  .filter(([, { access }]) => access === 'person')
  .map(([name]) => name);
