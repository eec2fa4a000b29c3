/** Joined and split positions worked by hand. Amounts are decimal text; `averagePrice` and its like are rounded to 8 decimals. */

/** AV-2. Three filled purchases joined */
export const averageAll = {
  in: {
    pair: 'XRPUSDT',
    step: '0.1',
    tick: '0.0001',
    minNotional: '5',
    fee: '0.001',
    blocks: [
      { quantity: '192.3', price: '0.52' },
      { quantity: '103.7', price: '0.4821' },
      { quantity: '410.4', price: '0.4873' },
    ],
  },
  out: {
    quantity: '706.4',
    spent: '349.97769',
    averagePrice: '0.49543841',
    net: '705.6936',
    sellableApart: '705.5',
    sellableJoined: '705.6',
    dust: '0.0936',
    breakEven: '0.4965',
    breakEvensApart: ['0.5211', '0.4836', '0.4884'],
  },
} as const;

/** AV-4. One filled purchase split 50/30/20; costs go with the coins, the last part takes what rounding leaves */
export const splitPosition = {
  in: {
    pair: 'XRPUSDT',
    step: '0.1',
    tick: '0.0001',
    minNotional: '5',
    fee: '0.001',
    quantity: '192.3',
    price: '0.52',
    shares: ['0.5', '0.3', '0.2'],
  },
  out: {
    parts: [
      { sellable: '96', net: '96', spent: '49.96996996', breakEven: '0.5211' },
      { sellable: '57.6', net: '57.6', spent: '29.98198198', breakEven: '0.5211' },
      { sellable: '38.5', net: '38.5077', spent: '20.04404806', breakEven: '0.5212' },
    ],
    spentSum: '99.996',
    netSum: '192.1077',
  },
} as const;

/** AV-5. How much to buy at 0.4800 to bring the cost of a coin down to 0.5000 */
export const averageTo = {
  in: {
    pair: 'XRPUSDT',
    step: '0.1',
    tick: '0.0001',
    minNotional: '5',
    fee: '0.001',
    held: '192.1077',
    spent: '99.996',
    price: '0.48',
    goal: '0.5',
  },
  out: { averageNow: '0.52052052', buys: '202.2', costs: '97.056', averageThen: '0.49999810' },
} as const;
