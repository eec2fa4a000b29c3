import { describe, expect, it } from 'vitest';
import {
  XRP,
  atMarket,
  big,
  brief,
  buy,
  draft,
  list,
  matchingWorld,
  refusedFor,
  sell,
  sellPair,
  stop,
} from '../../../../tests/factories/matching-world.ts';

/** An account that holds no XRP: a fee in XRP can only come out of what it buys. */
const withoutXrp = () => {
  const world = matchingWorld();
  return { ...world, eve: world.core.openAccount('eve', { USDT: '100' }) };
};
const opoco = (quantity: string, more = {}) => list(buy(quantity, '0.52', more), sellPair('0', '0.51', '0.56'), true);

describe('an OPOCO', () => {
  it('waits with legs of no size, and locks what the entry needs', () => {
    const { ann, placeList, locked } = matchingWorld();
    const orders = placeList(opoco('10'));
    expect(orders.map(brief)).toEqual(['NEW 0/10', 'PENDING_NEW 0/0', 'PENDING_NEW 0/0']);
    expect([locked(ann, 'USDT'), locked(ann, 'XRP')]).toEqual(['5.2', '0']);
    expect(orders.map(({ workingTime }) => workingTime !== null)).toEqual([true, false, false]);
  });

  it('sizes its legs by what was received less the fee, where nothing else pays that', () => {
    const { eve, placeList, trade, free, locked } = withoutXrp();
    const orders = placeList(opoco('10'), eve);
    trade('0.52');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'NEW 0/9.9', 'NEW 0/9.9']);
    expect([free(eve, 'XRP'), locked(eve, 'XRP')]).toEqual(['0.09', '9.9']);
    trade('0.56');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'EXPIRED 0/9.9 OCO_TRIGGER', 'FILLED 9.9/9.9']);
    expect(eve.lists.size).toBe(0);
  });

  it('sizes them by all that was bought where free coins pay the fee', () => {
    const { ann, placeList, trade, free, locked } = matchingWorld();
    const orders = placeList(opoco('10'));
    trade('0.52');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'NEW 0/10', 'NEW 0/10']);
    expect([free(ann, 'XRP'), locked(ann, 'XRP')]).toEqual(['9999.99', '10']);
  });

  it('pays the fee out of what it bought where less than that much is free', () => {
    const { core, placeList, trade, locked } = matchingWorld();
    const legsWith = (xrp: string) => {
      const id = `holds ${xrp}`;
      const account = core.openAccount(id, { USDT: '100', XRP: xrp });
      placeList(opoco('10'), account);
      trade('0.52');
      trade('0.53');
      return locked(account, 'XRP');
    };
    // What was received counts as free, less its own fee once that is paid.
    expect(legsWith('0.01')).toBe('10');
    expect(legsWith('0.0099')).toBe('9.9');
  });

  it('keeps what a first part received until the rest is filled, or gives it back', () => {
    const { core, eve, xrp, placeList, trade, free, locked } = withoutXrp();
    const orders = placeList(opoco('100'), eve);
    xrp.terms = { ...xrp.terms, maxPerTick: big('40') };
    trade('0.52');
    expect(orders.map(brief)).toEqual(['PARTIALLY_FILLED 40/100', 'PENDING_NEW 0/0', 'PENDING_NEW 0/0']);
    expect([free(eve, 'XRP'), locked(eve, 'XRP')]).toEqual(['0', '39.96']);
    core.cancel(eve, orders[2]?.orderId ?? 0);
    expect(orders.map(brief)).toEqual(['CANCELED 40/100', 'CANCELED 0/0', 'CANCELED 0/0']);
    expect([free(eve, 'XRP'), locked(eve, 'XRP'), free(eve, 'USDT')]).toEqual(['39.96', '0', '79.2']);
  });

  it('frees the last coin of a first part', () => {
    const { core, ann, xrp, placeList, trade, free, locked } = matchingWorld();
    const [entry] = placeList(opoco('100'));
    xrp.terms = { ...xrp.terms, maxPerTick: big('1') };
    trade('0.52');
    expect(locked(ann, 'XRP')).toBe('1');
    core.cancel(ann, entry?.orderId ?? 0);
    expect([locked(ann, 'XRP'), free(ann, 'XRP')]).toEqual(['0', '10000.999']);
  });

  it('that received less than a step ends its legs, with one step it sells that', () => {
    const pair = { ...XRP, minNotional: big('0') };
    const world = matchingWorld({ pair });
    const eve = world.core.openAccount('eve', { USDT: '100' });
    const of = (quantity: string) =>
      world.placeList(
        list(
          buy(quantity, '0.52', { pair }),
          sellPair('0', '0.51', '0.56').map((leg) => Object.assign(leg, { pair })),
          true,
        ),
        eve,
      );
    const [none, one] = [of('0.1'), of('1.1')];
    world.trade('0.52');
    expect(none.map(brief)).toEqual(['FILLED 0.1/0.1', 'EXPIRED 0/0 REJECTED', 'EXPIRED 0/0 REJECTED']);
    expect(one.map(brief)).toEqual(['FILLED 1.1/1.1', 'NEW 0/1', 'NEW 0/1']);
  });

  it('whose legs are too small at the fill ends them and frees the coins', () => {
    const { eve, placeList, trade, locked } = withoutXrp();
    const orders = placeList(list(buy('10', '0.52'), sellPair('0', '0.502', '0.56'), true), eve);
    trade('0.52');
    // 9.9 at 0.502 are 4.97.
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'EXPIRED 0/9.9 REJECTED', 'EXPIRED 0/0 REJECTED']);
    expect([locked(eve, 'XRP'), eve.lists.size, eve.open.size]).toEqual(['0', 0, 0]);
  });

  it('whose stop the market has passed at the fill ends its legs', () => {
    const { placeList, trade } = matchingWorld();
    const orders = placeList(opoco('10'));
    trade('0.505');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'EXPIRED 0/10 REJECTED', 'EXPIRED 0/10 REJECTED']);
  });

  it('ends the legs of an entry that ends unfilled', () => {
    const { placeList, lists } = matchingWorld();
    const orders = placeList(opoco('10', { timeInForce: 'IOC' }));
    expect(orders.map(brief)).toEqual([
      'EXPIRED 0/10 UNFILLED_IOC_QUANTITY_EXPIRED',
      'EXPIRED 0/0 OTO_PHASE_ONE_EXPIRED',
      'EXPIRED 0/0 OTO_PHASE_ONE_EXPIRED',
    ]);
    expect(lists.map(({ status }) => status)).toEqual(['EXECUTING', 'ALL_DONE']);
  });

  it('answers its legs as they stood before the entry’s fill took effect', () => {
    const { core, ann } = matchingWorld();
    const {
      list: placed,
      orders,
      fills,
    } = core.placeList(ann, list(buy('10', '0.53'), sellPair('0', '0.51', '0.56'), true));
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'PENDING_NEW 0/0', 'PENDING_NEW 0/0']);
    expect([placed.status, fills.length]).toEqual(['EXECUTING', 1]);
    expect(placed.legs.map(brief)).toEqual(['NEW 0/10', 'NEW 0/10']);
  });
});

describe('an OTOCO', () => {
  it('has legs of a fixed size, for which an account that pays its fee in the bought coin is short', () => {
    const { eve, placeList, trade, locked } = withoutXrp();
    const orders = placeList(list(buy('10', '0.52'), sellPair('10', '0.51', '0.56')), eve);
    trade('0.52');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'EXPIRED 0/10 REJECTED', 'EXPIRED 0/10 REJECTED']);
    expect(locked(eve, 'XRP')).toBe('0');
  });

  it('goes to work where the coins are there', () => {
    const { ann, placeList, trade, locked } = matchingWorld();
    const orders = placeList(list(buy('10', '0.52'), sellPair('10', '0.51', '0.56')));
    trade('0.52');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'NEW 0/10', 'NEW 0/10']);
    expect(locked(ann, 'XRP')).toBe('10');
    trade('0.51');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'FILLED 10/10', 'EXPIRED 0/10 OCO_TRIGGER']);
  });

  it('is refused where its legs lie crosswise, whatever the market does', () => {
    const { placeList } = matchingWorld();
    const at = (stopPrice: string, price: string) =>
      refusedFor(() => placeList(list(buy('10', '0.52'), sellPair('20', stopPrice, price))));
    expect(at('0.56', '0.56')).toBe('prices-of-pair');
    expect(at('0.57', '0.56')).toBe('prices-of-pair');
    expect(at('0.5599', '0.56')).toBeNull();
  });
});

describe('an OTO and an OPO', () => {
  it('bring one order of any type, that of the OPO sized by the entry', () => {
    const { placeList, trade } = matchingWorld();
    const oto = placeList(list(buy('10', '0.52'), [atMarket('SELL', '20')]));
    const opo = placeList(list(buy('10', '0.52'), [atMarket('SELL', '0')], true));
    trade('0.52');
    expect([...oto, ...opo].map(brief)).toEqual(['FILLED 10/10', 'FILLED 20/20', 'FILLED 10/10', 'FILLED 10/10']);
  });

  it('end a leg that would be set off at once', () => {
    const { placeList, trade } = matchingWorld();
    const orders = placeList(list(buy('10', '0.52'), [stop('10', '0.515')]));
    trade('0.515');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'EXPIRED 0/10 REJECTED']);
  });

  it('end a market leg that the account cannot pay', () => {
    const { eve, placeList, trade } = withoutXrp();
    const orders = placeList(list(buy('10', '0.52'), [atMarket('SELL', '10')]), eve);
    trade('0.52');
    expect(orders.map(brief)).toEqual(['FILLED 10/10', 'EXPIRED 0/10 REJECTED']);
  });

  it('sell first and buy back', () => {
    const { ann, placeList, trade, locked } = matchingWorld();
    const orders = placeList(list(sell('100', '0.54'), [buy('100', '0.5')]));
    trade('0.54');
    expect(locked(ann, 'USDT')).toBe('50');
    trade('0.5');
    expect(orders.map(brief)).toEqual(['FILLED 100/100', 'FILLED 100/100']);
  });

  it('report a leg as working when its turn has come', () => {
    const { placeList, trade, reports, clock } = matchingWorld();
    const [entry, leg] = placeList(list(buy('10', '0.52'), [sell('10', '0.56')]));
    reports.length = 0;
    clock.now += 1000;
    trade('0.52');
    expect(reports).toEqual([`ann TRADE ${entry?.orderId}`, `ann WORKING ${leg?.orderId}`]);
    expect(leg?.workingTime).toBe(clock.now);
  });

  it('are refused like any order', () => {
    const { placeList } = matchingWorld();
    const refused = (entry = buy('10', '0.52'), leg = sell('10', '0.56')) =>
      refusedFor(() => placeList(list(entry, [leg])));
    expect(refused(buy('10', '0.53', { type: 'LIMIT_MAKER' }))).toBe('would-match');
    expect(refused(buy('20000', '0.52'))).toBe('insufficient-balance');
    expect(refused(draft({ type: 'MARKET', quantity: '10' }))).toBe('entry-type');
    expect(refused(buy('10', '0.52'), sell('8.9', '0.56'))).toBe('NOTIONAL');
  });
});
