import { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { type Candle, flatCandle } from '../candles.ts';

/** A candle in one line without its open time: a tenth of the memory that it takes as decimals. */
export type CandleText = string;

/** Decimals first, then counts: the order in which the store writes and reads them too. */
export const toText = (candle: Candle): CandleText =>
  [
    candle.open.toFixed(),
    candle.high.toFixed(),
    candle.low.toFixed(),
    candle.close.toFixed(),
    candle.volume.toFixed(),
    candle.quoteVolume.toFixed(),
    candle.takerVolume.toFixed(),
    candle.takerQuoteVolume.toFixed(),
    candle.count,
    candle.firstId,
    candle.lastId,
  ].join(' ');

const decimal = (text = '0'): Big => (text === '0' ? ZERO : new Big(text));

export function fromText(text: CandleText, openTime: number): Candle {
  const cells = text.split(' ');
  const [open, high, low, close, volume, quoteVolume, takerVolume, takerQuoteVolume] = cells;
  const [count, firstId, lastId] = cells.slice(8).map(Number);
  return {
    openTime,
    open: decimal(open),
    high: decimal(high),
    low: decimal(low),
    close: decimal(close),
    volume: decimal(volume),
    quoteVolume: decimal(quoteVolume),
    takerVolume: decimal(takerVolume),
    takerQuoteVolume: decimal(takerQuoteVolume),
    count: count ?? 0,
    firstId: firstId ?? 0,
    lastId: lastId ?? 0,
  };
}

/** The candle of a time without trades after this one. */
export const flatAfter = (text: CandleText): CandleText => {
  const { close, lastId } = fromText(text, 0);
  return toText(flatCandle(0, close, lastId));
};
