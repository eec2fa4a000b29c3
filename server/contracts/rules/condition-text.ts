import type { Condition, ConditionOf, Direction } from '../alert-conditions.ts';
import { listingText, timeText } from './occasion-text.ts';

export type { Condition, ConditionOf };

const SIGN = { up: '+', down: '\u2212', either: '±' };
const SIDE = { up: 'over', down: 'under', either: 'across' };
const HAPPENED = { up: 'rose over', down: 'fell under', either: 'crossed' };
const MOVED = { up: 'rose', down: 'fell', either: 'moved' };

/** '1h' as '1 h'. */
const spaced = (length: string): string => length.replace(/(\d+)/, '$1 ');

const price = (value: number): string => String(Number(value.toPrecision(8)));

type Crossing = Exclude<Condition, ConditionOf<'percent-move' | 'volume' | 'time' | 'listing'>>;

/** What crosses, and what it crosses. */
function sidesOf(of: Crossing): [value: string, level: string] {
  switch (of.kind) {
    case 'rsi':
      return [`RSI ${of.length} · ${of.interval}`, String(of.level)];
    case 'ema':
      return [`EMA ${of.fast} · ${of.interval}`, `EMA ${of.slow}`];
    case 'price-ema':
      return [`Close · ${of.interval}`, `EMA ${of.length}`];
    case 'macd':
      return [
        `MACD ${of.fast}, ${of.slow} · ${of.interval}`,
        of.against === 'zero' ? '0' : `its signal (${of.signal})`,
      ];
    case 'bollinger':
      return [`Close · ${of.interval}`, `the ${of.band} Bollinger band (${of.length})`];
    case 'trendline':
      return ['Price', `the line ${price(of.from.price)} to ${price(of.to.price)}`];
    default:
      return of satisfies never;
  }
}

const crossingText = (of: Crossing, words: Record<Direction, string>): string => {
  const [value, level] = sidesOf(of);
  return `${value} ${words[of.direction]} ${level}`;
};

/** K-1: an alert's words in the list: '+3% in 1 h', 'RSI 14 · 1h under 30'. */
export function conditionText(of: Condition): string {
  if (of.kind === 'percent-move') return `${SIGN[of.direction]}${of.percent}% in ${spaced(of.window)}`;
  if (of.kind === 'volume') return `Volume ${of.factor} × the mean of ${of.bars} · ${of.interval}`;
  if (of.kind === 'time') return timeText(of);
  if (of.kind === 'listing') return listingText(of);
  return `${crossingText(of, SIDE)}${'duringBar' in of && of.duringBar ? ', also during the bar' : ''}`;
}

/** What has happened, behind the pair's name: 'rose 3% within 1 h'. */
export function happenedText(of: Condition): string {
  if (of.kind === 'percent-move') return `${MOVED[of.direction]} ${of.percent}% within ${spaced(of.window)}`;
  if (of.kind === 'volume')
    return `traded ${of.factor} times its mean volume of ${of.bars} bars of ${spaced(of.interval)}`;
  if (of.kind === 'time') return `: ${timeText(of)}`;
  if (of.kind === 'listing') return `: ${listingText(of)}`;
  return `: ${crossingText(of, HAPPENED)}`;
}

/** The pair with what has happened: 'XRP/USDT rose 3% within 1 h', 'XRP/USDT: RSI 14 · 1h fell under 30'. */
export function pairHappenedText(pair: string, of: Condition): string {
  const text = happenedText(of);
  return text.startsWith(':') ? `${pair}${text}` : `${pair} ${text}`;
}

/** K-10: what is computed for it, for all alerts of a pair alike. */
export function seriesName(of: Condition): string {
  switch (of.kind) {
    case 'percent-move':
      return `move ${of.window}`;
    case 'volume':
      return `${of.interval} volume ${of.bars}`;
    case 'rsi':
      return `${of.interval} rsi ${of.length}`;
    case 'ema':
      return `${of.interval} ema ${of.fast} ${of.slow}`;
    case 'price-ema':
      return `${of.interval} price-ema ${of.length}`;
    case 'macd':
      return `${of.interval} macd ${of.fast} ${of.slow} ${of.signal} ${of.against}`;
    case 'bollinger':
      return `${of.interval} bollinger ${of.length} ${of.band}`;
    case 'trendline':
    case 'time':
    case 'listing':
      return of.kind;
    default:
      return of satisfies never;
  }
}
