/** Of the worked grid on XRP/USDT at 0.52. */
export const GRID = { low: 0.48, high: 0.56, steps: 8, spacing: 'amount', size: 'amount', invest: 400, heldMirrors: 0 };

const LIMITS = { coolDown: 0, dealsADay: 10, dailyLoss: 50 };

/** Of the worked example dca-ladder: a base order and five additions of XRP/USDT at 0.523. */
export const LADDER = {
  base: 20,
  addition: 20,
  additions: 5,
  deviation: 1.5,
  deviationFactor: 1.3,
  amountFactor: 1.4,
  takeProfit: 1.5,
  stop: 5,
  repeat: false,
  ...LIMITS,
};

/** Deals of so small moves that one follows another. */
export const QUICK_LADDER = {
  ...LADDER,
  additions: 2,
  deviation: 0.7,
  deviationFactor: 1,
  amountFactor: 1,
  takeProfit: 1,
  repeat: true,
  dealsADay: 50,
};

const BARS = {
  interval: '4h',
  factor: 2,
  mean: 20,
  look: 12,
  bars: 1,
  flow: 0.15,
  sellersClose: true,
};

/** Of a smart money bot: the worked example smart-money. */
export const FLOW = {
  ...BARS,
  invest: 100,
  places: 1,
  amount: null,
  reinvest: true,
  entry: 'limit',
  valid: 3,
  takeProfit: 3,
  stop: 2,
  trailing: null,
  ...LIMITS,
};

/** Of a turtle bot: the worked example turtle with a tenth of its money. */
export const TURTLE = {
  ...BARS,
  invest: 100,
  risk: 1,
  units: 4,
  reinvest: true,
  ...LIMITS,
};

/** Of a signal bot. */
export const BY_HOOK = {
  invest: 100,
  places: 1,
  amount: null,
  reinvest: true,
  entry: 'now',
  valid: 15,
  takeProfit: 10,
  stop: 5,
  trailing: null,
  ...LIMITS,
};

/** A basket of two assets, brought back at half a percentage point. */
export const halves = ([one, other]: readonly [string, string], invest: number) => ({
  assets: [
    { asset: one, percent: 50 },
    { asset: other, percent: 50 },
  ],
  invest,
  threshold: 0.5,
  every: null,
});
