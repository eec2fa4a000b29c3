import * as z from 'zod/mini';
import { BacktestState } from './backtest-progress.ts';
import { Search, SearchReport } from './backtest-search.ts';
import { byAnyType } from './bot-settings.ts';
import { BotStop } from './bot-stop.ts';
import { endpoint } from './endpoint.ts';
import { money, nullableMoney } from './money.ts';
import { BACKTEST_INTERVALS, FILE_NAME, MOST_BARS, MOST_FILES } from './rules/backtest-limits.ts';
import { MOST_TRIES } from './rules/search-settings.ts';
import { BooleanText, Market, SymbolName } from './symbol.ts';

const Interval = z.enum(BACKTEST_INTERVALS, `Choose one of: ${BACKTEST_INTERVALS.join(', ')}.`);
const time = z.int('A time is a number of milliseconds.').check(z.gte(0, 'A time is a number of milliseconds.'));
const percent = (most: number) =>
  z.number('Enter a percentage.').check(z.gte(0, 'Enter 0 or more.'), z.lte(most, `Enter at most ${most}%.`));

const common = {
  market: Market,
  symbolName: SymbolName,
  stop: z.optional(BotStop),
};

/** How orders are taken to trade; left out, the usual. */
const terms = {
  /** Percent of each trade; what the active key pays where it is left out. */
  fees: z.optional(z.nullable(percent(1))),
  /** Percent by which a market order is worse than the last price. */
  slippage: z.optional(z.nullable(percent(2))),
  /** A limit fills when a price only touches it, and not first when the price goes through it. */
  touch: z.optional(z.boolean()),
};

const Request = z.strictObject({
  bot: byAnyType(common),
  /** UTC epoch ms; the first bar opens at `from` or later, the last one before `to`. */
  from: time,
  to: time,
  interval: Interval,
  /** Files of this person that hold the bars; left out, the exchange's own past is read. */
  data: z.optional(
    z.nullable(
      z.array(z.uuid()).check(z.minLength(1, 'Name a file.'), z.maxLength(MOST_FILES, `At most ${MOST_FILES} files.`)),
    ),
  ),
  ...terms,
  /** these settings are varied instead, and the last 30% of the time choose nothing. */
  search: z.optional(z.nullable(Search)),
  /** Of how many tries these settings were found as one of the best. */
  bestOf: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(MOST_TRIES)))),
});
export type BacktestRequest = z.output<typeof Request>;
export type StoredRequest = z.input<typeof Request>;
export const BacktestRequest = Request;

const ReadingSummary = z.object({
  /** `drawn`: the low first where a bar rose; `reversed`: the other way. */
  reading: z.enum(['drawn', 'reversed']),
  /** In the currency that the bot earns; `total` is `rounds` and `position` together. */
  total: money,
  rounds: money,
  position: money,
  /** As a part of what was given. */
  return: z.number(),
  roundCount: z.int(),
  deals: z.int(),
  ambiguous: z.int(),
  stopped: z.nullable(z.object({ reason: z.enum(['below', 'above', 'gain', 'loss', 'at']), time: z.number() })),
  /** Since when it waits for its owner, who was not there, and why; left out where it does not. */
  halted: z.optional(z.object({ text: z.string(), time: z.number() })),
});

const Amounts = z.object({ base: money, counter: money });

const Figures = z.object({
  return: z.number(),
  worstDrawdown: z.number(),
  /** UTC epoch ms of the peak and of the lowest value after it; null where nothing fell. */
  drawdownFrom: z.nullable(z.number()),
  drawdownTo: z.nullable(z.number()),
  daysUnderWater: z.int(),
  /** Null under 30 days, and where nothing can be said. */
  sharpe: z.nullable(z.number()),
  sortino: z.nullable(z.number()),
  worstDay: z.nullable(z.object({ day: z.number(), return: z.number() })),
  winRate: nullableMoney,
  profitFactor: nullableMoney,
  expectancy: nullableMoney,
  /** Parts of the time: with coins; with the price outside the lines. */
  exposure: z.number(),
  outsideLines: z.number(),
  turnover: z.number(),
});

const Hole = z.object({ from: z.number(), to: z.number() });

/** Of one part of the time; `value`, `holding` in the currency that the bot earns; the `price` of a basket is its worth. */
const Point = z.object({
  time: z.number(),
  price: z.number(),
  value: z.number(),
  holding: z.number(),
  drawdown: z.number(),
  buys: z.int(),
  sells: z.int(),
  ambiguous: z.int(),
});
export type BacktestPoint = z.output<typeof Point>;

const BasketPast = z.object({
  rebalancings: z.int(),
  /** The counter currency last. */
  assets: z.array(
    z.object({
      asset: z.string(),
      /** Whole percent; 0 where the counter currency is no part. */
      percent: z.number(),
      given: money,
      owned: money,
      /** At the last price, counter units. */
      worth: money,
    }),
  ),
});

export const BacktestReport = z.object({
  /** Of the code: the same inputs and the same engine give the same bytes. */
  engine: z.string(),
  /** What it earns. */
  currency: z.string(),
  baseCurrency: z.string(),
  counterCurrency: z.string(),
  given: Amounts,
  owned: Amounts,
  /** The worse reading, which counts. */
  booked: ReadingSummary,
  other: ReadingSummary,
  bars: z.int(),
  ambiguous: z.int(),
  /** How many bars leave open what came first, and what the results are. */
  sentence: z.string(),
  /** Why the result says little; null where it does not. */
  tooCoarse: z.nullable(z.string()),
  /** The first half, run alone, decided the same. */
  checked: z.boolean(),
  figures: Figures,
  fees: Amounts,
  /** What just holding would have brought. */
  holding: money,
  months: z.array(z.object({ month: z.string(), total: z.number(), return: z.number() })),
  lines: z.array(money),
  points: z.array(Point),
  /** Of a basket, whose base currency stands for none, and whose spread is one tick of each pair; left out where there is one pair. */
  basket: z.optional(BasketPast),
  terms: z.object({ fees: money, slippage: money, spread: money, touch: z.boolean(), volumeShare: money }),
  data: z.object({
    /** 'Binance', 'the paper market', or the names of files. */
    source: z.string(),
    interval: Interval,
    from: z.number(),
    to: z.number(),
    /** SHA-256 of the bars as they were read. */
    checksum: z.string(),
    holes: z.array(Hole),
    /** Of all holes; the list has the first hundred. */
    holeCount: z.int(),
  }),
});
export type BacktestReport = z.output<typeof BacktestReport>;

const Backtest = z.object({
  backtestId: z.string(),
  state: BacktestState,
  /** From 0 to 1. */
  progress: z.number(),
  /** Why there is no report; null where there is nothing to say. */
  error: z.nullable(z.string()),
  market: z.string(),
  symbolName: z.string(),
  createdAt: z.number(),
  /** Of a report: its result as a part of what was given; of a search the best one's in the time held back. Null without one. */
  return: z.nullable(z.number()),
  request: Request,
});
export type Backtest = z.output<typeof Backtest>;

const params = z.object({ backtestId: z.uuid() });

export const startBacktest = endpoint({
  method: 'post',
  path: '/api/backtests',
  summary: 'Run a bot over the past; one at a time for a person, the others wait',
  access: 'person',
  scopes: ['trade'],
  json: Request,
  response: z.object({ error: z.nullable(z.string()), backtestId: z.nullable(z.string()) }),
});

export const listBacktests = endpoint({
  method: 'get',
  path: '/api/backtests',
  summary: 'The last fifty runs over the past, the newest first',
  access: 'person',
  scopes: ['read'],
  response: z.object({ content: z.array(Backtest), mostBars: z.literal(MOST_BARS) }),
});

export const getBacktest = endpoint({
  method: 'get',
  path: '/api/backtests/:backtestId',
  summary: 'How far a run over the past has come, and its report once it is done',
  access: 'person',
  scopes: ['read'],
  params,
  response: z.extend(Backtest, { search: z.nullable(SearchReport), report: z.nullable(BacktestReport) }),
});
export type BacktestDetail = z.output<typeof getBacktest.response>;

export const removeBacktest = endpoint({
  method: 'delete',
  path: '/api/backtests/:backtestId',
  summary: 'Stop a run over the past; one that has ended is deleted, or stays with stopOnly=true (409)',
  access: 'person',
  scopes: ['trade'],
  params,
  query: z.object({ stopOnly: z.optional(BooleanText) }),
  response: z.object({ error: z.nullable(z.string()) }),
});

/** What the last thirty days would have come to, in the currency that the bot earns. */
export const previewBacktest = endpoint({
  method: 'post',
  path: '/api/backtests/preview',
  summary: 'A bot over the last thirty days, for a form that is typed in; nothing is stored',
  access: 'person',
  scopes: ['read'],
  json: z.strictObject({ bot: byAnyType(common) }),
  response: z.object({
    error: z.nullable(z.string()),
    report: z.nullable(BacktestReport),
  }),
});
export type PreviewRequest = z.output<typeof previewBacktest.json>;

const DataFile = z.object({
  fileId: z.string(),
  name: z.string(),
  /** The exchange's name: XRPUSDT. */
  symbol: z.string(),
  kind: z.enum(['klines', 'aggTrades', 'trades']),
  /** Length of its bars; null for trades. */
  interval: z.nullable(Interval),
  from: z.number(),
  to: z.number(),
  /** Bars, or trades. */
  count: z.int(),
  holes: z.int(),
  /** SHA-256 of the file. */
  checksum: z.string(),
});
export type DataFile = z.output<typeof DataFile>;

/** The body is the file itself. */
export const addDataFile = endpoint({
  method: 'put',
  path: '/api/backtests/files',
  summary:
    'Keep a file of data.binance.vision (klines, aggTrades or trades: .zip, .csv, .csv.gz), sent as application/octet-stream',
  access: 'person',
  scopes: ['trade'],
  query: z.strictObject({
    name: z
      .string()
      .check(z.regex(FILE_NAME, 'Keep the name of the file as it was downloaded, such as BTCUSDT-1m-2025-01.zip.')),
    /** SHA-256 from the .CHECKSUM file beside it. */
    checksum: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i, 'A checksum has 64 digits of 0-9 and a-f.'))),
  }),
  response: z.object({ error: z.nullable(z.string()), file: z.nullable(DataFile) }),
});

export const listDataFiles = endpoint({
  method: 'get',
  path: '/api/backtests/files',
  summary: 'Files of this person that hold the past of a pair, by name',
  access: 'person',
  scopes: ['read'],
  response: z.object({ content: z.array(DataFile) }),
});

export const removeDataFile = endpoint({
  method: 'delete',
  path: '/api/backtests/files/:fileId',
  summary: 'Delete a file',
  access: 'person',
  scopes: ['trade'],
  params: z.object({ fileId: z.uuid() }),
  response: z.object({ error: z.nullable(z.string()) }),
});
