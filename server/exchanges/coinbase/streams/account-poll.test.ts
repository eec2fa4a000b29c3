import { expect, it } from 'vitest';
import { recordedCoinbase } from '../../../../tests/factories/recorded-coinbase.ts';
import { openRecorded } from '../../../../tests/factories/recorded-market.ts';
import { until } from '../../../../tests/setup/until.ts';
import type { AccountEvent } from '../../exchange.ts';

const { key, terms } = recordedCoinbase;

const watching = async (scenario: string) => {
  const opened = await openRecorded(recordedCoinbase, [scenario], { poll: 20 });
  const events: AccountEvent[] = [];
  const unwatch = opened.exchange.watchAccount(key, (event) => events.push(event));
  return { ...opened, events, unwatch };
};

const reported = (events: AccountEvent[]) =>
  events.map((event) =>
    event.kind === 'order'
      ? [event.order.state, event.order.filledQuantity.toFixed(), event.fill?.quantity.toFixed() ?? '-'].join(' ')
      : event.kind,
  );

it("tells a key's order from its placing to its fills, each fill once, and the balance", async () => {
  const { events } = await watching('streams/account');
  await until(() => expect(reported(events)).toContain('filled 9.53 4.03'));
  await until(() => expect(events.at(-1)).toEqual({ kind: 'balance', balances: [] }));
  expect(reported(events)).toEqual([
    'gap',
    'open 0 -',
    'balance',
    'partly-filled 5.5 2',
    'partly-filled 5.5 3.5',
    'balance',
    'filled 9.53 4.03',
    'balance',
  ]);
  const last = events.findLast((event) => event.kind === 'order');
  expect(last).toMatchObject({
    order: { clientOrderId: terms.clientOrderId, symbol: terms.symbol },
    fill: { commissionAsset: 'USD', side: 'buy' },
  });
});

it('an order that is open no more is looked up until its end is known', async () => {
  const { events } = await watching('streams/account-cancelled');
  await until(() => expect(reported(events)).toEqual(['gap', 'cancelled 0 -', 'balance']));
});

it('looks no more once it has no listener', async () => {
  const { exchange, recorded, unwatch } = await watching('streams/account');
  const looks = () => recorded.asked('GET /api/v3/brokerage/orders/historical/fills');
  await until(() => expect(looks()).toBeGreaterThan(1));
  unwatch();
  const asked = looks();
  const other: AccountEvent[] = [];
  exchange.watchAccount({ ...key, apiKey: 'organizations/other' }, (event) => other.push(event));
  await until(() => expect(looks()).toBeGreaterThan(asked + 5));
  const owners = recorded.seen.slice(-8).map(({ headers }) => subjectOf(headers.authorization));
  expect(new Set(owners)).toEqual(new Set(['organizations/other']));
});

function subjectOf(header: string | undefined): unknown {
  const [, claims = ''] = header?.split('.') ?? [];
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: unknown }).sub;
}
