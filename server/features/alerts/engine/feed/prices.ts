import type { Markets } from '../../../markets/index.ts';

type Exchange = NonNullable<ReturnType<Markets['exchange']>>;
/** What the engine needs of an exchange. */
export type PriceSource = Pick<Exchange, 'pairs' | 'candles' | 'trades' | 'watchTrades'>;

type PriceEvent = Parameters<Parameters<PriceSource['watchTrades']>[0]>[0];
export type Trade = Extract<PriceEvent, { kind: 'trade' }>['trade'];
export type Candle = Extract<Awaited<ReturnType<PriceSource['candles']>>, { outcome: 'ok' }>['value'][number];
