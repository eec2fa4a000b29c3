/** Exit plans worked by hand. Amounts are decimal text and exact. */

/** EX-3, EX-4. Three take profits, each an OCO with the one stop */
export const exitsThree = {
  in: {
    pair: 'XRPUSDT',
    step: '0.1',
    tick: '0.0001',
    minNotional: '5',
    fee: '0.001',
    sellable: '192.1',
    spent: '99.996',
    takeProfits: ['0.5460', '0.5600', '0.5800'],
    shares: ['0.5', '0.3', '0.2'],
    stopLoss: '0.494',
  },
  out: {
    slices: [
      { quantity: '96', takeProfit: '0.546', stop: '0.494', worthAtStop: '47.424', bringsIn: '52.363584' },
      { quantity: '57.6', takeProfit: '0.56', stop: '0.494', worthAtStop: '28.4544', bringsIn: '32.223744' },
      { quantity: '38.5', takeProfit: '0.58', stop: '0.494', worthAtStop: '19.019', bringsIn: '22.30767' },
    ],
    merged: [],
    algoSlots: 3,
    orderLists: 3,
    resultIfAllTakeProfits: '6.898998',
    resultIfStopFirst: '-5.1934974',
  },
} as const;

/** EX-3, EX-4. Slices under the least order value are merged with the next target */
export const exitsMerged = {
  in: {
    pair: 'XRPUSDT',
    step: '0.1',
    tick: '0.0001',
    minNotional: '5',
    fee: '0.001',
    sellable: '28.8',
    spent: '14.976',
    takeProfits: ['0.5400', '0.5500', '0.5600', '0.5700'],
    shares: ['0.25', '0.25', '0.25', '0.25'],
    stopLoss: '0.494',
  },
  out: {
    slices: [
      { quantity: '14.4', takeProfit: '0.55', stop: '0.494', worthAtStop: '7.1136', bringsIn: '7.91208' },
      { quantity: '14.4', takeProfit: '0.57', stop: '0.494', worthAtStop: '7.1136', bringsIn: '8.199792' },
    ],
    merged: [
      '7.2 of target 0.54 goes to 0.55: at the stop it would be worth 3.5568, under 5',
      '7.2 of target 0.56 goes to 0.57: at the stop it would be worth 3.5568, under 5',
    ],
    algoSlots: 2,
    orderLists: 2,
    resultIfAllTakeProfits: '1.135872',
    resultIfStopFirst: '-0.7630272',
  },
} as const;

/** EX-6. Where the stop goes after the first target of case exits-three: 'not below its cost' for what is left, and 'the whole deal ends at zero' */
export const exitsBreakeven = {
  in: { of: 'exits-three', filled: '1 of 3 at 0.5460' },
  out: {
    soldFirst: '96',
    broughtIn: '52.363584',
    left: '96.1',
    breakEvenOfRest: '0.5211',
    resultOfWholeDealAtIt: '2.39521629',
    breakEvenOfWhole: '0.4962',
    resultAtThat: '0.00471918',
  },
} as const;

/** EX-5. Four slices, two algo slots free on the pair: the last slot holds the stop of all that has no slot of its own */
export const exitsSlots = {
  in: {
    slices: ['96', '57.6', '19.2', '19.3'],
    takeProfits: ['0.546', '0.56', '0.58', '0.6'],
    stopLoss: '0.494',
    freeAlgoSlots: 2,
  },
  out: {
    exchange: [
      { list: 'OCO', quantity: '96', takeProfit: '0.546', stop: '0.494' },
      { order: 'STOP_LOSS', quantity: '96.1', stop: '0.494' },
    ],
    server: [
      { takeProfit: '0.56', quantity: '57.6' },
      { takeProfit: '0.58', quantity: '19.2' },
      { takeProfit: '0.6', quantity: '19.3' },
    ],
    label: 'stop: exchange; targets 2 to 4: this server',
  },
} as const;
