import { type RoundsType, SIGNAL_INTERVALS, TURTLE_INTERVALS } from '#contracts/bot-settings.ts';
import type { Pair } from '#contracts/markets.ts';
import type { InputKind } from './input-kinds.ts';

export interface InputSpec {
  /** Name of the setting. */
  name: string;
  label: string;
  kind: InputKind;
  /** Null is sent while it is empty. */
  optional?: boolean;
  hint?: string;
}

export interface ChoiceSpec {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Sent as a flag: the first option is true. */
  flag?: boolean;
}

export interface Form {
  /** What it goes by, where its fields do not say. */
  about?: string;
  inputs: readonly InputSpec[];
  /** Shown on demand: their usual values mostly do. */
  rare?: { title: string; inputs: readonly InputSpec[] };
  choices: readonly ChoiceSpec[];
  checks: readonly { name: string; label: string }[];
}

const LOW: InputSpec = { name: 'low', label: 'Lowest', kind: 'price' };
const HIGH: InputSpec = { name: 'high', label: 'Highest', kind: 'price' };
const STEPS: InputSpec = { name: 'steps', label: 'Steps', kind: 'count' };
const INVEST: InputSpec = { name: 'invest', label: 'Invest', kind: 'counter' };
const COINS: InputSpec = { name: 'coins', label: 'Coins', kind: 'base' };

const SPACING: ChoiceSpec = {
  name: 'spacing',
  label: 'Distance of the lines',
  options: [
    { value: 'amount', label: 'Equal amounts' },
    { value: 'percent', label: 'Equal percent' },
  ],
};
const SIZE: ChoiceSpec = {
  name: 'size',
  label: 'On each level',
  options: [
    { value: 'amount', label: 'Same amount' },
    { value: 'coins', label: 'Same coins' },
  ],
};

const gridInputs: readonly InputSpec[] = [
  LOW,
  HIGH,
  STEPS,
  INVEST,
  {
    name: 'heldMirrors',
    label: 'Turn without us',
    kind: 'count',
    hint: 'Levels a side whose next order the exchange holds. 0 to 4.',
  },
  { name: 'ownCoins', label: 'Use my coins', kind: 'base', optional: true, hint: 'Taken for the levels that sell.' },
];
const GRID: Form = { inputs: gridInputs, choices: [SPACING, SIZE], checks: [] };

/** The choice of what is earned, in the currencies of the pair. */
const earnIn = ({ baseCurrency, counterCurrency }: Pick<Pair, 'baseCurrency' | 'counterCurrency'>): ChoiceSpec => ({
  name: 'counterEarning',
  label: 'Earn',
  options: [
    { value: 'counter', label: counterCurrency },
    { value: 'base', label: baseCurrency },
  ],
  flag: true,
});
const ORDER: ChoiceSpec = {
  name: 'order',
  label: 'First',
  options: [
    { value: 'buy-sell', label: 'Buy/Sell' },
    { value: 'sell-buy', label: 'Sell/Buy' },
  ],
};
const REPEAT = { name: 'repeat', label: 'Repeat the circle after completion' };
const LEVELS: readonly InputSpec[] = [
  { name: 'buy', label: 'Buy', kind: 'price' },
  { name: 'sell', label: 'Sell', kind: 'price' },
  INVEST,
];

const LIMITS: readonly InputSpec[] = [
  { name: 'coolDown', label: 'Rest after a deal', kind: 'seconds', hint: 'A day is 86400 s; at most 7 days.' },
  { name: 'dealsADay', label: 'Deals a day', kind: 'count', hint: '1 to 50.' },
  {
    name: 'dailyLoss',
    label: 'Loss of a day',
    kind: 'percent',
    hint: 'From it no deal opens until the next day (UTC).',
  },
];
const WITHOUT_STOP = {
  name: 'withoutStop',
  label: 'Without a stop loss this bot can lose everything it is given: I accept that',
};

const AVERAGING: Form = {
  inputs: [
    { name: 'base', label: 'First order', kind: 'counter' },
    { name: 'addition', label: 'First addition', kind: 'counter' },
    { name: 'additions', label: 'Additions', kind: 'count', hint: '0 to 15.' },
    { name: 'deviation', label: 'First addition below', kind: 'percent', hint: '0.3 to 15%.' },
    { name: 'deviationFactor', label: 'Each distance', kind: 'times', hint: '1 to 2 times the one before.' },
    { name: 'amountFactor', label: 'Each amount', kind: 'times', hint: '1 to 2 times the one before.' },
    { name: 'takeProfit', label: 'Take profit', kind: 'percent', hint: 'After all fees, on all that was bought.' },
    { name: 'stop', label: 'Stop loss', kind: 'percent', optional: true, hint: 'Below the last addition.' },
    ...LIMITS,
  ],
  choices: [],
  checks: [{ name: 'repeat', label: 'Begin again when a deal is over' }, WITHOUT_STOP],
};

/** PB-3 to PB-7. */
const SIGNAL_DEALS: readonly InputSpec[] = [
  INVEST,
  { name: 'places', label: 'Open deals', kind: 'count', hint: 'At a time, 1 to 5.' },
  { name: 'amount', label: 'Each deal', kind: 'counter', optional: true, hint: 'Empty: a share of what it owns.' },
  {
    name: 'share',
    label: 'Share for each deal',
    kind: 'percent',
    optional: true,
    hint: '1 to 100%; empty: equal shares.',
  },
  { name: 'takeProfit', label: 'Take profit', kind: 'percent', optional: true, hint: 'Above the entry.' },
  { name: 'stop', label: 'Stop loss', kind: 'percent', optional: true, hint: 'Below the entry.' },
  { name: 'trailing', label: 'Stop follows', kind: 'percent', optional: true, hint: 'Below the best trade.' },
];
const ENTRY: ChoiceSpec = {
  name: 'entry',
  label: 'Entry',
  options: [
    { value: 'limit', label: 'At its price' },
    { value: 'now', label: 'At once' },
  ],
};
const intervalOf = (intervals: readonly string[]): ChoiceSpec => ({
  name: 'interval',
  label: 'Bars of',
  options: intervals.map((value) => ({ value, label: value })),
});

/** PB-8: what counts as a signal. */
const FLOW: readonly InputSpec[] = [
  { name: 'factor', label: 'Stands out from', kind: 'times', hint: '1.5 to 10 times the mean.' },
  { name: 'mean', label: 'Mean of', kind: 'bars', hint: '20 to 200.' },
  { name: 'look', label: 'Looks at', kind: 'bars', hint: '3 to 48.' },
  { name: 'bars', label: 'At least stand out', kind: 'bars', hint: '1 to 10.' },
  { name: 'flow', label: 'Flow from', kind: 'ratio', hint: '0.05 to 0.9: 0.15 is 15% more bought than sold.' },
];
const SELLERS_CLOSE = { name: 'sellersClose', label: 'Sell when sellers prevail as clearly' };

const SMART_MONEY: Form = {
  about:
    'Looks at bars with unusually large volume, and at whether buyers or sellers took it. Who they were cannot be seen.',
  inputs: SIGNAL_DEALS,
  rare: {
    title: 'What counts as a signal',
    inputs: [
      ...FLOW,
      { name: 'valid', label: 'Entry is valid for', kind: 'bars', hint: '1 to 50; then it is canceled.' },
      ...LIMITS,
    ],
  },
  choices: [intervalOf(SIGNAL_INTERVALS), ENTRY],
  checks: [SELLERS_CLOSE, { name: 'reinvest', label: 'Shares grow with profits' }, WITHOUT_STOP],
};

const TURTLE: Form = {
  about:
    'While a signal of smart money is new, an order waits on the exchange above the highest price of the last 20 bars, and moves with them. What it has bought grows by further units as the price rises; one stop below all of it only goes up.',
  inputs: [
    INVEST,
    { name: 'risk', label: 'Risk of a unit', kind: 'percent', hint: '0.1 to 5% of what it is given, at its stop.' },
    { name: 'units', label: 'Units', kind: 'count', hint: '1 to 4, each half of the usual range higher.' },
  ],
  rare: { title: 'What counts as a signal', inputs: [...FLOW, ...LIMITS] },
  choices: [intervalOf(TURTLE_INTERVALS)],
  checks: [SELLERS_CLOSE, { name: 'reinvest', label: 'Units grow with profits' }],
};

const SIGNAL: Form = {
  about: 'A hook of yours says when it opens, adds, reduces and closes: choose this bot in the hook, under Signals.',
  inputs: SIGNAL_DEALS,
  rare: {
    title: 'Limits',
    inputs: [
      { name: 'valid', label: 'Entry is valid for', kind: 'minutes', hint: '1 to 1,440; then it is canceled.' },
      ...LIMITS,
    ],
  },
  choices: [ENTRY],
  checks: [{ name: 'reinvest', label: 'Shares grow with profits' }, WITHOUT_STOP],
};

/** Every input of a form, in their order. */
export const inputsOf = ({ inputs, rare }: Form): readonly InputSpec[] => [...inputs, ...(rare?.inputs ?? [])];

/** What a person sets of each type. */
export function formOf(type: RoundsType, pair: Pick<Pair, 'baseCurrency' | 'counterCurrency'>): Form {
  switch (type) {
    case 'grid':
      return GRID;
    case 'imbalance-grid':
      return {
        ...GRID,
        inputs: [...gridInputs, { name: 'lowestWeight', label: 'Lowest level gets', kind: 'times', hint: '1.1 to 5.' }],
      };
    case 'trend-grid':
      return {
        ...GRID,
        inputs: [
          ...gridInputs,
          { name: 'until', label: 'Follow until', kind: 'price', optional: true, hint: 'Empty: without end.' },
          { name: 'shiftEvery', label: 'At most one shift in', kind: 'seconds' },
        ],
        checks: [{ name: 'stopFollows', label: 'The lower stop moves along' }],
      };
    case 'inverse-grid':
      return { inputs: [LOW, HIGH, STEPS, COINS], choices: [SPACING], checks: [] };
    case 'steps':
      return {
        inputs: [
          COINS,
          STEPS,
          { name: 'up', label: 'Step up', kind: 'percent' },
          { name: 'back', label: 'Step back', kind: 'percent' },
        ],
        choices: [earnIn(pair)],
        checks: [REPEAT],
      };
    case 'averaging':
      return AVERAGING;
    case 'smart-money':
      return SMART_MONEY;
    case 'smart-money-turtle':
      return TURTLE;
    case 'signal':
      return SIGNAL;
    case 'levels':
      return { inputs: LEVELS, choices: [ORDER, earnIn(pair)], checks: [REPEAT] };
    case 'range':
      return {
        inputs: [
          ...LEVELS,
          { name: 'lowBorder', label: 'Lowest border', kind: 'price' },
          { name: 'highBorder', label: 'Highest border', kind: 'price' },
          { name: 'wait', label: 'Wait at a border', kind: 'seconds' },
        ],
        choices: [ORDER, earnIn(pair)],
        checks: [],
      };
    default:
      return { inputs: LEVELS, choices: [earnIn(pair)], checks: [] };
  }
}
