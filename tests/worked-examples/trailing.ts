/** Cases of trailing orders, worked by hand: the scenarios of Binance's trailing-stop-faq.md, and a stop moved by the server. */

/** EX-7. Binance's scenario E: a trailing stop without activation */
export const trailingStopSell = {
  in: {
    kind: 'stop-loss-sell',
    bips: 700,
    activation: null,
    trades: ['40000', '42000', '39500', '45500', '44000', '42315'],
  },
  out: {
    steps: [
      { price: '40000', extreme: '40000', trigger: '37200', event: '' },
      { price: '42000', extreme: '42000', trigger: '39060', event: '' },
      { price: '39500', extreme: '42000', trigger: '39060', event: '' },
      { price: '45500', extreme: '45500', trigger: '42315', event: '' },
      { price: '44000', extreme: '45500', trigger: '42315', event: '' },
      { price: '42315', extreme: '45500', trigger: '42315', event: 'fires' },
    ],
    firesAt: '42315',
  },
} as const;

/** EX-7. Binance's scenario D: a take profit that begins to follow at its price */
export const trailingTakeProfit = {
  in: {
    kind: 'take-profit-sell',
    bips: 750,
    activation: '42000',
    trades: ['40000', '41500', '39000', '42000', '45000', '44000', '46500', '43012.5'],
  },
  out: {
    steps: [
      { price: '40000', extreme: null, trigger: null, event: '' },
      { price: '41500', extreme: null, trigger: null, event: '' },
      { price: '39000', extreme: null, trigger: null, event: '' },
      { price: '42000', extreme: '42000', trigger: '38850', event: 'activated' },
      { price: '45000', extreme: '45000', trigger: '41625', event: '' },
      { price: '44000', extreme: '45000', trigger: '41625', event: '' },
      { price: '46500', extreme: '46500', trigger: '43012.5', event: '' },
      { price: '43012.5', extreme: '46500', trigger: '43012.5', event: 'fires' },
    ],
    firesAt: '43012.5',
  },
} as const;

/** EX-7. Binance's scenario C: buys when the price turns up by 8.5% from its lowest */
export const trailingBuy = {
  in: {
    kind: 'take-profit-buy',
    bips: 850,
    activation: '38000',
    trades: ['40000', '42000', '38000', '37000', '39000', '38000', '40145'],
  },
  out: {
    steps: [
      { price: '40000', extreme: null, trigger: null, event: '' },
      { price: '42000', extreme: null, trigger: null, event: '' },
      { price: '38000', extreme: '38000', trigger: '41230', event: 'activated' },
      { price: '37000', extreme: '37000', trigger: '40145', event: '' },
      { price: '39000', extreme: '37000', trigger: '40145', event: '' },
      { price: '38000', extreme: '37000', trigger: '40145', event: '' },
      { price: '40145', extreme: '37000', trigger: '40145', event: 'fires' },
    ],
    firesAt: '40145',
  },
} as const;

/** EX-8. A stop on the exchange that this server moves: up only, by at least 0.1% and three ticks, at most every 5 s */
export const followByServer = {
  in: {
    tick: '0.0001',
    distance: '0.03',
    firstStop: '0.5044',
    trades: [
      [0, '0.52'],
      [1000, '0.5203'],
      [2000, '0.53'],
      [3000, '0.534'],
      [7000, '0.534'],
      [8000, '0.531'],
      [13000, '0.541'],
      [20000, '0.5247'],
    ],
  },
  out: {
    steps: [
      { ms: 0, price: '0.52', peak: '0.52', wanted: '0.5044', stopOnExchange: '0.5044', event: '' },
      { ms: 1000, price: '0.5203', peak: '0.5203', wanted: '0.5046', stopOnExchange: '0.5044', event: '' },
      { ms: 2000, price: '0.53', peak: '0.53', wanted: '0.5141', stopOnExchange: '0.5141', event: 'moved' },
      { ms: 3000, price: '0.534', peak: '0.534', wanted: '0.5179', stopOnExchange: '0.5141', event: 'waits' },
      { ms: 7000, price: '0.534', peak: '0.534', wanted: '0.5179', stopOnExchange: '0.5179', event: 'moved' },
      { ms: 8000, price: '0.531', peak: '0.534', wanted: '0.5179', stopOnExchange: '0.5179', event: '' },
      { ms: 13000, price: '0.541', peak: '0.541', wanted: '0.5247', stopOnExchange: '0.5247', event: 'moved' },
      {
        ms: 20000,
        price: '0.5247',
        peak: '0.541',
        wanted: '0.5247',
        stopOnExchange: '0.5247',
        event: 'the exchange fires',
      },
    ],
  },
} as const;
