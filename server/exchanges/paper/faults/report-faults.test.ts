import { afterEach, beforeEach, expect, it } from 'vitest';
import { buyLimit, paperBench } from '../../../../tests/factories/paper-exchange.ts';
import { type PaperSocket, openSocket, signedParams } from '../../../../tests/factories/paper-socket.ts';
import { until } from '../../../../tests/setup/until.ts';

const paper = paperBench();
let client: PaperSocket;
beforeEach(async () => {
  client = await openSocket(paper.bench.urls().wsApiUrl);
  await client.ask('userDataStream.subscribe.signature', signedParams(paper.ann));
});
afterEach(() => client.socket.close());

const fault = async (order: object) => {
  const { status, body } = await paper.bench.control('fault', order);
  expect(status, body.error).toBe(200);
};
const reports = () =>
  client.messages.flatMap(({ event }) =>
    event?.['e'] === 'executionReport' ? [`${String(event['x'])} ${String(event['c'])}`] : [],
  );
const buy = (newClientOrderId: string) => paper.ann.place({ ...buyLimit('100', '0.5200'), newClientOrderId });
const reported = (...expected: string[]) => until(() => expect(reports()).toEqual(expected));

it('reports come twice', async () => {
  await fault({ kind: 'reports', mode: 'doubled', key: paper.ann.key });
  await buy('a');
  await buy('b');
  await reported('NEW a', 'NEW a', 'NEW b');
});

it('reports come in reverse', async () => {
  await fault({ kind: 'reports', mode: 'reversed', times: 3 });
  for (const id of ['a', 'b', 'c', 'd']) await buy(id);
  await reported('NEW c', 'NEW b', 'NEW a', 'NEW d');
});

it('reports that are kept go out when the fault is lifted', async () => {
  await fault({ kind: 'reports', mode: 'reversed', times: 5 });
  await buy('a');
  await buy('b');
  await fault({ kind: 'reports', times: 0 });
  await reported('NEW b', 'NEW a');
});

it('reports come late, and others pass them', async () => {
  await fault({ kind: 'reports', mode: 'delayed', ms: 3000 });
  await buy('late');
  await buy('early');
  await reported('NEW early', 'NEW late');
});

it('reports do not come at all, of one key only', async () => {
  const bob = await paper.bench.trader();
  await fault({ kind: 'reports', mode: 'dropped', key: bob.key });
  await buy('first');
  await reported('NEW first');
  await fault({ kind: 'reports', times: 0 });
  await fault({ kind: 'reports', mode: 'dropped' });
  await buy('lost');
  await buy('next');
  await reported('NEW first', 'NEW next');
});

it('V-11 a report of a fill says last price 0, and its sums are right', async () => {
  await fault({ kind: 'zero-price-report' });
  await paper.ann.place({ side: 'BUY', type: 'MARKET', quantity: '100' });
  await paper.ann.place({ side: 'BUY', type: 'MARKET', quantity: '100' });
  const fills = () => client.messages.flatMap(({ event }) => (event?.['x'] === 'TRADE' ? [event] : []));
  await until(() => expect(fills()).toHaveLength(2));
  expect(fills()).toMatchObject([
    { L: '0', l: '100.00000000', z: '100.00000000', Z: '53.00000000' },
    { L: '0.53000000', z: '100.00000000', Z: '53.00000000' },
  ]);
});
