import { expect, it } from 'vitest';
import { XRP } from '../../../tests/factories/block-sketch.ts';
import { createLog } from '../../lib/log.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { createKnownPairs } from './known-pairs.ts';

const pair = (symbol: string, status: ExchangePair['status'] = 'trading'): ExchangePair => ({ ...XRP, symbol, status });
const listed = (...pairs: ExchangePair[]) => new Map(pairs.map((each) => [each.symbol, each]));

it('V-10 a pair that a whole list leaves out stays known as halted, and trades again once it is listed', () => {
  const known = createKnownPairs<ExchangePair>({ log: createLog('silent'), every: 1000, onPairs: () => {} });
  const told: string[] = [];
  known.watch((changed) => void told.push(...changed.map(({ symbol, status }) => `${symbol} ${status}`)));
  const statuses = () => [...known.all().values()].map(({ symbol, status }) => `${symbol} ${status}`).toSorted();
  known.take(listed(pair('XRPUSDT'), pair('BTCUSDT')), { whole: true });
  told.length = 0;
  known.take(listed(pair('BTCUSDT')), { whole: true });
  expect(statuses()).toEqual(['BTCUSDT trading', 'XRPUSDT halted']);
  expect(known.all().get('XRPUSDT')).toMatchObject({ base: 'XRP', step: XRP.step });
  // One that is read by itself says nothing of the others.
  known.take(listed(pair('BTCUSDT', 'cancel-only')), { whole: false });
  known.take(listed(pair('XRPUSDT')), { whole: false });
  expect(statuses()).toEqual(['BTCUSDT cancel-only', 'XRPUSDT trading']);
  expect(told).toEqual(['XRPUSDT halted', 'BTCUSDT cancel-only', 'XRPUSDT trading']);
});

it('V-15 a pair that is read anew keeps its place: no stream of trades connects anew for it', () => {
  const streamed: string[] = [];
  const onPairs = (pairs: ReadonlyMap<string, ExchangePair>) => void streamed.push([...pairs.keys()].join());
  const known = createKnownPairs<ExchangePair>({ log: createLog('silent'), every: 1000, onPairs });
  known.take(listed(pair('XRPUSDT'), pair('BTCUSDT'), pair('ETHUSDT')), { whole: true });
  known.take(listed(pair('XRPUSDT')), { whole: false });
  known.take(listed(pair('BTCUSDT', 'halted')), { whole: false });
  known.take(listed(pair('XRPUSDT'), pair('ETHUSDT')), { whole: true });
  expect(new Set(streamed)).toEqual(new Set(['XRPUSDT,BTCUSDT,ETHUSDT']));
});
