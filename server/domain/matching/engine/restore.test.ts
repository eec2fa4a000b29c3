import { Big } from 'big.js';
import { expect, it } from 'vitest';
import {
  FEES,
  big,
  brief,
  buy,
  list,
  matchingWorld,
  sellPair,
  stop,
} from '../../../../tests/factories/matching-world.ts';
import type { MatchingListener } from '../model/listener.ts';
import { Matching } from './matching.ts';

const ignored = () => {};
const SILENT: MatchingListener = {
  holdingChanged: ignored,
  orderChanged: ignored,
  listChanged: ignored,
  filled: ignored,
  traded: ignored,
  executed: ignored,
  listReported: ignored,
};

it('orders that are put back after a restart go on as if there had been none', () => {
  const { core, ann, xrp, place, placeList, locked } = matchingWorld();
  const orders = [
    place(buy('100', '0.52')),
    place(stop('100', '0.515')),
    ...placeList(list(buy('20', '0.51'), sellPair('0', '0.49', '0.6'), true)),
    ...placeList(list(null, sellPair('100', '0.5', '0.56'))),
  ];
  const kept = { open: [...ann.open.values()], lists: [...ann.lists.keys()], locked: locked(ann, 'USDT') };
  ann.open.clear();
  ann.lists.clear();
  let id = 100;
  const next = () => (id += 1);
  const again = new Matching({
    ledger: core.ledger,
    markets: new Map([['XRPUSDT', xrp]]),
    accounts: new Map([['ann', ann]]),
    fees: FEES,
    now: () => 0,
    nextId: { order: next, list: next, prevention: next },
    listener: SILENT,
  });
  for (const order of kept.open) again.restore(ann, order);
  expect([...ann.open.values()]).toEqual(kept.open);
  expect([[...ann.lists.keys()], locked(ann, 'USDT')]).toEqual([kept.lists, kept.locked]);
  expect(again.quietRange('XRPUSDT')).toEqual({ above: big('0.52'), below: big('0.56') });
  const trade = (price: string) => again.trade(xrp, { price: big(price), qty: big(1), buyerMaker: true });
  trade('0.51');
  expect(orders.map(brief)).toEqual([
    'FILLED 100/100',
    'FILLED 100/100',
    'FILLED 20/20',
    'NEW 0/20',
    'NEW 0/20',
    'NEW 0/100',
    'NEW 0/100',
  ]);
  trade('0.56');
  expect(orders.map(brief).slice(-2)).toEqual(['EXPIRED 0/100 OCO_TRIGGER', 'FILLED 100/100']);
  expect(core.ledger.of(ann, 'XRP').locked).toEqual(new Big(20));
});
