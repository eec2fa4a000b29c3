/** Settings of a smart money bot, of the worked example smart-money. */
export const FLOW = {
  interval: '4h',
  factor: 2,
  mean: 20,
  look: 12,
  bars: 1,
  flow: 0.15,
  sellersClose: true,
  invest: 100,
  places: 1,
  amount: null,
  reinvest: true,
  entry: 'limit',
  valid: 3,
  takeProfit: 3,
  stop: 2,
  trailing: null,
  coolDown: 0,
  dealsADay: 10,
  dailyLoss: 50,
};

/** Settings of a turtle bot, of the worked example turtle with a tenth of its money. */
export const TURTLE = {
  interval: '4h',
  factor: 2,
  mean: 20,
  look: 12,
  bars: 1,
  flow: 0.15,
  sellersClose: true,
  invest: 100,
  risk: 1,
  units: 4,
  reinvest: true,
  coolDown: 0,
  dealsADay: 10,
  dailyLoss: 50,
};

/** Settings of a signal bot. */
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
  coolDown: 0,
  dealsADay: 10,
  dailyLoss: 50,
};
