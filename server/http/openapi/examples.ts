import { DAY } from '#contracts/rules/time.ts';

/** Stands for an id of the reader's own. */
export const SOME_ID = '01a20512-ddcc-7a24-8899-49c3d7e651f9';
const ANOTHER_ID = '01a20512-ddcc-7a24-8899-49c3d7e651fa';

const PAIR = { market: 'binance', symbolName: 'xrp_usdt' };
const BLOCK = { ...PAIR, blockId: SOME_ID };
const PART = { blockId: SOME_ID, uid: ANOTHER_ID };
const ORDER = { ...PAIR, price: 0.3, counterQuantity: 10, counterEarning: true };
const PLAN = {
  ...BLOCK,
  takeProfits: [
    { price: 0.7, share: 0.5 },
    { price: 0.8, share: 0.5 },
  ],
  stopLoss: { price: 0.4, after: { to: 'break-even', target: 1 } },
};
const JOINED = { ...PAIR, blockIds: [SOME_ID, ANOTHER_ID] };
const SPLIT = { ...BLOCK, shares: [0.5, 0.5] };
const ALERT_PAIR = { market: 'BINANCE', symbol: 'XRP_USDT' };
const MOVE = { kind: 'percent-move', direction: 'up', percent: 3, window: '1h' };
const GRID = { low: 0.48, high: 0.56, steps: 8, spacing: 'amount', size: 'amount', invest: 400 };
const BOT = { type: 'grid', ...PAIR, settings: GRID };

const ORDERS: Record<string, unknown> = {
  placeFirstOrder: ORDER,
  previewOrder: ORDER,
  removeFirstOrder: BLOCK,
  changeFirstOrder: { ...BLOCK, price: 0.31 },
  setTargets: { ...BLOCK, takeProfitPrice: 0.7, stopLossPrice: 0.4 },
  changeTargets: { ...BLOCK, takeProfitPrice: 0.75, stopLossPrice: 0.42 },
  removeTargets: BLOCK,
  closeFilled: BLOCK,
  closeTargeted: BLOCK,
  closeAll: PAIR,
  closePart: { ...BLOCK, quantity: 10, requestId: ANOTHER_ID },
  retryCopy: PART,
  settleInterference: { ...PART, choice: 'release' },
  averageBlocks: JOINED,
  previewAverage: JOINED,
  splitBlock: SPLIT,
  previewSplit: SPLIT,
  setPlan: PLAN,
  previewPlan: PLAN,
  planStops: { percent: 5, from: 'entry', blockIds: [SOME_ID] },
  setStops: { stops: [{ blockId: SOME_ID, stopLossPrice: 0.4 }] },
  noteBlock: { tags: ['swing'], note: 'Bought at the lower line.' },
};

const OTHERS: Record<string, unknown> = {
  createAlert: { ...ALERT_PAIR, price: 0.9, type: 'PRICE_REACHES', informing: 'ONLY_ONCE', comment: 'Sell a part' },
  previewAlert: { ...ALERT_PAIR, condition: MOVE },
  updateAlert: { id: SOME_ID, price: 0.95, active: true },
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
  changeAlertCall: { then: { hookId: SOME_ID, action: 'open' } },
  previewBot: BOT,
  createBot: { ...BOT, name: 'Night grid' },
  changeBot: { name: 'Night grid', stop: { below: 0.47 } },
  startBot: { warned: true },
  pauseBot: { takeDown: true },
  resumeBot: {},
  stopBot: { coins: 'keep' },
  stopBots: { bots: [{ botId: SOME_ID, coins: 'keep' }] },
  previewLines: { plan: { type: 'grid', settings: GRID }, stop: { below: 0.45 } },
  changeLines: { plan: { type: 'grid', settings: GRID }, stop: { below: 0.45 } },
  adoptBot: { choice: 'put-back' },
  startTwin: {},
  previewBacktest: { bot: BOT },
};

/** Over the day before: of years ago the paper market has no prices. */
function pastRun(now: number) {
  const to = now - (now % DAY);
  return { bot: BOT, from: to - DAY, to, interval: '1h' };
}

/** The body of a call as a program would send it at this time, UTC epoch ms; undefined where none is known. */
export const bodyExample = (call: string, now: number): unknown =>
  call === 'startBacktest' ? pastRun(now) : (ORDERS[call] ?? OTHERS[call]);

/** Of parameters that a call must have. */
const PARAMETERS: Record<string, string> = {
  market: 'binance',
  symbol: 'xrp_usdt',
  symbolName: 'xrp_usdt',
  tradeType: 'spot',
  section: 'buy',
  counterEarning: 'true',
  name: 'XRPUSDT-1m-2026-10.zip',
};

/** Undefined where none is known. */
export const parameterExample = (name: string): string | undefined =>
  PARAMETERS[name] ?? (/(?:^id|Id|^uid|Uid)$/.test(name) ? SOME_ID : undefined);
