import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { accountsOf, enter, type Group, ON_BUY, setTargets } from '../../../tests/factories/rule-deals.ts';
import { xrpDeals } from '../../../tests/factories/xrp-deals.ts';
import { until } from '../../../tests/setup/until.ts';

const deals = xrpDeals();
const { control } = deals;

/** A copy that is placed, and one that is too small and skipped. */
const someone = () => deals.group({ main: '1000', copies: ['320', '40'] });
const TARGETS = { takeProfitPrice: ON_BUY.takeProfit, stopLossPrice: ON_BUY.stopLoss };

async function become(who: Group, blockId: string, status: string): Promise<string> {
  await until(async () => {
    const states = (await who.rows('buy', blockId)).map((row) => row['status']);
    expect(states).toEqual([status, status, 'skipped']);
  });
  return blockId;
}
async function entered(who: Group, at: number, targets = {}): Promise<string> {
  const { body } = await who.buy({ price: at, ...targets });
  expect(body.error).toBeNull();
  return body.orderBlock.blockId;
}
const unfilled = async (who: Group, targets = {}): Promise<string> =>
  become(who, await entered(who, 0.5, targets), 'placed');
async function filled(who: Group): Promise<string> {
  return become(who, await entered(who, 0.52), 'filled');
}
async function partlyFilled(who: Group): Promise<string> {
  const liquidity = (maxPerTick: string) => control('liquidity', { symbol: 'XRPUSDT', maxPerTick });
  await liquidity('50');
  const blockId = await entered(who, 0.52);
  await liquidity('0');
  return become(who, blockId, 'partly-filled');
}
async function aimed(who: Group, blockId: string): Promise<string> {
  expect((await setTargets(who, blockId, ON_BUY)).body).toMatchObject({ errorMessage: null, failed: [] });
  return become(who, blockId, 'targets-placed');
}
async function over(who: Group, blockId: string, call: readonly [method: string, path: string]): Promise<string> {
  expect((await who.block(call[0], call[1], { blockId })).body.error).toBeNull();
  await until(async () => expect(await who.rows('buy', blockId)).toEqual([]));
  return blockId;
}

const CALLS = {
  'POST third': ['POST', 'third', TARGETS],
  'PUT third': ['PUT', 'third', TARGETS],
  'DELETE third': ['DELETE', 'third', {}],
  'second/close': ['PUT', 'second/close/', {}],
  'fourth/close': ['PUT', 'fourth/close', {}],
  'DELETE first': ['DELETE', 'first/', {}],
} as const;
type Call = keyof typeof CALLS;

const GONE = /^This order is not among your open orders\.$/;
const ALL_GONE = Object.fromEntries(Object.keys(CALLS).map((call) => [call, GONE])) as Record<Call, RegExp>;
const HAS_NONE = /^This block has no targets yet: they are set, not changed\.$/;
const HAS_SOME = /^This block has targets already: they are changed, not set\.$/;
const NONE_TO_REMOVE = /^This block has no targets\.$/;
const CANCEL_FIRST = /^This block has targets: they are canceled first, by the other close\.$/;
const NOT_HELD = /^This entry has not begun to fill: it can be removed, not closed\.$/;
const FILLED = /^This entry is filled: it can be closed, not removed\.$/;

/** What does not fit a block as it stands, and what is said to it. */
const WRONG: readonly [state: string, reach: (who: Group) => Promise<string>, said: Partial<Record<Call, RegExp>>][] = [
  [
    'unfilled',
    unfilled,
    {
      'PUT third': HAS_NONE,
      'DELETE third': NONE_TO_REMOVE,
      'second/close': NOT_HELD,
      'fourth/close': NOT_HELD,
    },
  ],
  [
    'unfilled, with targets',
    (who) => unfilled(who, { takeProfitPrice: 0.546, stopLossPrice: 0.45 }),
    { 'POST third': HAS_SOME, 'second/close': NOT_HELD, 'fourth/close': NOT_HELD },
  ],
  ['partly filled', partlyFilled, { 'PUT third': HAS_NONE, 'DELETE third': NONE_TO_REMOVE }],
  [
    'partly filled, with targets',
    async (who) => aimed(who, await partlyFilled(who)),
    { 'POST third': HAS_SOME, 'second/close': CANCEL_FIRST },
  ],
  ['filled', filled, { 'PUT third': HAS_NONE, 'DELETE third': NONE_TO_REMOVE, 'DELETE first': FILLED }],
  [
    'filled, with targets',
    async (who) => aimed(who, await filled(who)),
    { 'POST third': HAS_SOME, 'second/close': CANCEL_FIRST, 'DELETE first': FILLED },
  ],
  ['closed', async (who) => over(who, await filled(who), ['PUT', 'second/close/']), ALL_GONE],
  ['removed', async (who) => over(who, await unfilled(who), ['DELETE', 'first/']), ALL_GONE],
];

/** Every order of the group's accounts and how the rows stand: a refused call leaves all of it as it was. */
async function standing(who: Group) {
  const keys = accountsOf(who).map(({ paperKey }) => paperKey);
  const orders = await deals.site().database.sql`
    select order_id, status, executed_qty, quantity, price, stop_price from paper.orders
    where api_key = any(${keys}) order by order_id`;
  return { orders: [...orders], rows: await who.rows('buy'), past: await who.rows('history') };
}
/** Checks that calls change nothing of what stands now. */
async function unchanged(who: Group) {
  // What was placed is told by and by.
  const before = await until(async () => {
    const found = await standing(who);
    await pause(200);
    expect(await standing(who)).toEqual(found);
    return found;
  });
  return async (refused: () => Promise<void>): Promise<void> => {
    await refused();
    expect(await standing(who)).toEqual(before);
  };
}
const sentenceOf = (body: { error?: string | null; errorMessage?: string | null }) => body.errorMessage ?? body.error;

describe.each(WRONG)('a block that is %s', (_, reach, said) => {
  it('refuses what does not fit it with a sentence, and nothing changes on any key', async () => {
    const who = await someone();
    const blockId = await reach(who);
    const changesNothing = await unchanged(who);
    for (const [name, sentence] of Object.entries(said)) {
      const [method, path, json] = CALLS[name as Call];
      await changesNothing(async () => {
        const { status, body } = await who.block(method, path, { blockId, ...json });
        expect(sentenceOf(body), name).toMatch(sentence);
        expect(status, name).toBe(sentence === GONE ? 404 : 200);
      });
    }
  });
});

const MALFORMED = [-0.546, 0, 1e13, '0.546', true] as const;
const STEP = 'The price must be a multiple of 0.0001.';
/** Prices that are a number, and no target of a block that was bought at 0.52. */
const BAD: readonly [price: number, asTakeProfit: string, asStopLoss: string][] = [
  [0.54605, STEP, STEP],
  [0.5460000000000002, STEP, STEP],
  [1e-7, STEP, STEP],
  [0.5202, 'Min take profit is 0.5203', 'Max stop loss is 0.5197'],
  [0.5198, 'Min take profit is 0.5203', 'Max stop loss is 0.5197'],
  [0.52, 'Min take profit is 0.5203', 'Max stop loss is 0.5197'],
  [1e12, 'Max take profit is 2.6000', 'Max stop loss is 0.5197'],
  [2.6001, 'Max take profit is 2.6000', 'Max stop loss is 0.5197'],
];

describe.each([
  ['POST', filled],
  ['PUT', async (who: Group) => aimed(who, await filled(who))],
] as const)('%s third', (method, reach) => {
  it('refuses a price that is no target, and nothing changes on any key', async () => {
    const who = await someone();
    const blockId = await reach(who);
    const changesNothing = await unchanged(who);
    const send = (targets: Record<string, unknown>) => who.block(method, 'third', { blockId, ...targets });
    for (const bad of MALFORMED) {
      for (const target of ['takeProfitPrice', 'stopLossPrice'])
        await changesNothing(async () => {
          const { status, body } = await send({ [target]: bad });
          expect(status, `${target} ${bad}`).toBe(400);
          expect(body.issues[0].message, `${target} ${bad}`).toMatch(/^[A-Z].* .*\.$/);
        });
    }
    for (const [bad, asTakeProfit, asStopLoss] of BAD) {
      for (const [target, sentence] of [
        ['takeProfitPrice', asTakeProfit],
        ['stopLossPrice', asStopLoss],
      ] as const)
        await changesNothing(async () => {
          const { status, body } = await send({ [target]: bad });
          expect([status, body.errorMessage], `${target} ${bad}`).toEqual([200, sentence]);
        });
    }
    await changesNothing(async () => {
      const { body } = await send({ takeProfitPrice: null, stopLossPrice: null });
      expect(body.errorMessage).toBe('Enter a take profit, a stop loss, or both.');
    });
  });
});

describe('an entry', () => {
  const TOO_SMALL = 'Total value of the order should be more than 6USDT';
  it('that cannot be is refused with a sentence, and nothing is sent for any key', async () => {
    const who = await someone();
    for (const field of ['price', 'counterQuantity', 'takeProfitPrice', 'stopLossPrice']) {
      for (const bad of MALFORMED) {
        const { status, body } = await who.buy({ [field]: bad });
        expect(status, `${field} ${bad}`).toBe(400);
        expect(body.issues[0].message, `${field} ${bad}`).toMatch(/^[A-Z].* .*\.$/);
      }
    }
    for (const [bad, sentence] of [
      [{ price: 1e-7 }, 'The price is below the smallest step of 0.0001 USDT.'],
      [{ price: 1e12 }, `${TOO_SMALL}. Smallest order here: 100,000,000,000 USDT (0.1 XRP).`],
      [{ counterQuantity: 1e-7 }, `${TOO_SMALL}. Smallest order here: 5.044 USDT (9.7 XRP).`],
      [{ counterQuantity: 1e12 }, 'The largest quantity of an order is 9,222,449 XRP.'],
      [{ takeProfitPrice: 0.54605 }, STEP],
      [{ takeProfitPrice: 0.5460000000000002 }, STEP],
      [{ takeProfitPrice: 0.5202 }, 'Min take profit is 0.5203'],
      [{ takeProfitPrice: 2.6001 }, 'Max take profit is 2.6000'],
      [{ stopLossPrice: 0.5198 }, 'Max stop loss is 0.5197'],
    ] as const) {
      const { status, body } = await who.buy(bad);
      expect([status, body.error], JSON.stringify(bad)).toEqual([200, sentence]);
    }
    expect(await standing(who)).toEqual({ orders: [], rows: [], past: [] });
  });

  it('with more digits than a step has is placed for what the steps hold, never for more', async () => {
    const who = await someone();
    const { body } = await who.buy({ price: 0.5000999999999999, counterQuantity: 100.0000000000001 });
    expect(body.orderBlock).toMatchObject({ firstPlacedPrice: 0.5, firstPlacedQuantity: 200 });
  });
});

it('a sale takes no take profit that the exchange would refuse as too far away', async () => {
  const who = await deals.group({ main: '1000', copies: ['320', '640'], asset: 'XRP' });
  const { body } = await enter(who, { side: 'sell' });
  await until(async () => expect((await who.rows('sell'))[0]).toMatchObject({ status: 'filled' }));
  const { blockId } = body.orderBlock;
  const refused = await setTargets(who, blockId, { takeProfit: 0.1039 });
  expect(refused.body.errorMessage).toBe('Min take profit is 0.1040');
  expect((await setTargets(who, blockId, { takeProfit: 0.104 })).body.errorMessage).toBeNull();
});
