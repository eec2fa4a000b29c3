import type { BacktestReport } from '#contracts/backtests.ts';
import { amountText, cutResult, percentText, plainText, ratioText, shareText, utcDay, utcText } from '../shown.ts';

export interface Fact {
  label: string;
  text: string;
  /** Next to it, smaller. */
  more?: string;
}

const both = (
  { base, counter }: BacktestReport['fees'],
  of: Pick<BacktestReport, 'baseCurrency' | 'counterCurrency'>,
): string =>
  [
    ...(counter.gt(0) || base.eq(0) ? [plainText(counter, of.counterCurrency)] : []),
    ...(base.gt(0) ? [plainText(base, of.baseCurrency)] : []),
  ].join(' and ');

const STOPS = {
  below: 'its lower price',
  above: 'its upper price',
  gain: 'its gain',
  loss: 'its loss',
  at: 'its time',
} as const;

/** Of rounds or deals, and of what it holds; a basket has none. */
function partsOf({ booked, basket, currency }: BacktestReport, ofDeals: boolean): Fact[] {
  if (basket) return [{ label: 'Rebalancings', text: `${basket.rebalancings}` }];
  const { rounds, position } = cutResult(booked);
  return [
    {
      label: ofDeals ? 'Finished deals' : 'Finished rounds',
      text: amountText(rounds, currency),
      more: `${booked.roundCount}`,
    },
    { label: 'Position', text: amountText(position, currency) },
  ];
}

/** what it came to. */
export function resultFacts(report: BacktestReport, ofDeals: boolean): Fact[] {
  const { booked, other, currency, holding, figures } = report;
  const { total } = cutResult(booked);
  return [
    ...partsOf(report, ofDeals),
    { label: 'Total', text: amountText(total, currency), more: percentText(booked.return) },
    { label: 'With the other reading', text: amountText(other.total, currency), more: percentText(other.return) },
    { label: report.basket ? 'Just holding the first mix' : 'Just holding', text: amountText(holding, currency) },
    {
      label: 'Worst drawdown',
      text: shareText(figures.worstDrawdown, 2),
      ...(figures.drawdownFrom !== null &&
        figures.drawdownTo !== null && { more: `${utcDay(figures.drawdownFrom)} to ${utcDay(figures.drawdownTo)}` }),
    },
  ];
}

/** B-1: each part of a basket by its worth. */
export const partFacts = ({ assets }: NonNullable<BacktestReport['basket']>, currency: string): Fact[] =>
  assets.map(({ asset, percent, owned, worth }) => ({
    label: percent > 0 ? `${asset}, ${percent}% wanted` : `${asset}, left over`,
    text: plainText(worth, currency),
    ...(asset !== currency && { more: plainText(owned, asset) }),
  }));

type Counted = Pick<
  BacktestReport,
  'figures' | 'fees' | 'lines' | 'basket' | 'currency' | 'baseCurrency' | 'counterCurrency'
> & { booked: Pick<BacktestReport['booked'], 'deals'> };

const roundFacts = ({ figures, currency }: Counted, ofDeals: boolean): Fact[] => [
  { label: 'Win rate', text: figures.winRate ? shareText(figures.winRate.toNumber()) : '—' },
  { label: 'Profit factor', text: ratioText(figures.profitFactor) },
  {
    label: ofDeals ? 'A deal on average' : 'A round on average',
    text: figures.expectancy ? amountText(figures.expectancy, currency) : '—',
  },
];

/** */
export function figureFacts(report: Counted, ofDeals: boolean): Fact[] {
  const { figures, fees, booked } = report;
  const { worstDay } = figures;
  return [
    { label: 'Fees', text: both(fees, report) },
    { label: 'Trades', text: `${booked.deals}` },
    { label: 'Sharpe', text: ratioText(figures.sharpe) },
    { label: 'Sortino', text: ratioText(figures.sortino) },
    ...(report.basket ? [] : roundFacts(report, ofDeals)),
    {
      label: 'Worst day',
      text: worstDay ? percentText(worstDay.return) : '—',
      ...(worstDay && { more: utcDay(worstDay.day) }),
    },
    { label: 'Longest under water', text: figures.daysUnderWater === 1 ? '1 day' : `${figures.daysUnderWater} days` },
    { label: 'Time with coins', text: shareText(figures.exposure) },
    ...(report.lines.length > 0 ? [{ label: 'Time outside the lines', text: shareText(figures.outsideLines) }] : []),
    { label: 'Turned over', text: `${ratioText(figures.turnover)}×` },
  ];
}

/** how its orders are taken to trade. */
function orderFacts({ terms, basket, counterCurrency }: BacktestReport): Fact[] {
  const slippage = `${terms.slippage.times(100).toFixed()}%`;
  const share = `at most ${terms.volumeShare.times(100).toFixed()}% of a bar’s volume`;
  if (basket)
    return [
      { label: 'Orders', text: 'fill at once within half a percent of the last price, or not at all', more: share },
      { label: 'Their prices', text: `worse than the last one by ${slippage} and half of a tick` },
    ];
  return [
    { label: 'Market orders', text: `worse by ${slippage} and half of ${plainText(terms.spread, counterCurrency)}` },
    {
      label: 'Limit orders',
      text: terms.touch ? 'fill when the price touches them' : 'fill when the price goes through them',
      more: share,
    },
  ];
}

const MOST_NAMED = 3;

/** A year of files has many names, in their order. */
function sourceText(source: string): string {
  const names = source.split(', ');
  return names.length > MOST_NAMED ? `${names.length} files, ${names[0]} to ${names.at(-1)}` : source;
}

/** What the result rests on. */
export function inputFacts(report: BacktestReport): Fact[] {
  const { data, terms, booked } = report;
  return [
    { label: 'Time', text: `${utcText(data.from)} to ${utcText(data.to)}` },
    {
      label: 'Prices',
      text: `${report.bars.toLocaleString('en-US')} bars of ${data.interval}${report.basket ? ' of each pair' : ''} from ${sourceText(data.source)}`,
    },
    { label: 'Invested', text: both(report.given, report) },
    // Of a basket its parts say it.
    ...(report.basket ? [] : [{ label: 'Had at the end', text: both(report.owned, report) }]),
    { label: 'Fee of a trade', text: `${terms.fees.times(100).toFixed()}%` },
    ...orderFacts(report),
    { label: 'Minimums, steps and price bands', text: 'those of today' },
    {
      label: 'Stopped by',
      text: booked.stopped ? `${STOPS[booked.stopped.reason]}, ${utcText(booked.stopped.time)}` : 'nothing',
    },
    ...(booked.halted
      ? [{ label: 'Waited for you', text: `from ${utcText(booked.halted.time)} on: ${booked.halted.text}` }]
      : []),
    {
      label: 'First half alone',
      text: report.checked ? 'checked: the same decisions' : 'other decisions: do not trust this result',
    },
    { label: 'Engine', text: report.engine },
    { label: 'Checksum of the prices', text: data.checksum },
  ];
}
