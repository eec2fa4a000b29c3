import { describe, expect, it } from 'vitest';
import { hookSite } from '../../../tests/factories/hook-site.ts';
import type { HookWorld } from '../../../tests/factories/hook-world.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

let site: TestSite;
let who: HookWorld;
const { clock, pass } = hookSite((opened) => {
  ({ site, who } = opened);
});

const now = () => new Date(clock()).toISOString();
type Side = 'flat' | 'long';
const tradingView = (action: 'buy' | 'sell', before: Side, after: Side) => ({
  action,
  ticker: 'XRPUSDT',
  exchange: 'BINANCE',
  timenow: now(),
  marketPosition: after,
  prevMarketPosition: before,
});

describe('W-11: dry first', () => {
  it('W-11 shows what it would have done, and nothing is traded; live needs a dry run', async () => {
    const hook = await who.create({ exits: { takeProfitPercent: 10, stopLossPercent: 5 } });
    const early = await hook.call('live', { live: true });
    expect(early.body.error).toMatch(/^First send a signal, or a test/);
    await hook.native({ action: 'open' });
    const [line] = await hook.done();
    expect([line?.result, line?.state]).toEqual(['dry-run', 'done']);
    expect(line?.outcome).toBe('Would buy 95.6 XRP at up to 0.5226 for 49.96056 USDT; take profit 0.572, stop 0.494.');
    expect(await who.buys()).toBe(0);
    const live = await hook.call('live', { live: true });
    expect([live.body.error, live.body.hook.live]).toEqual([null, true]);
    const back = await hook.call('live', { live: false });
    expect(back.body.hook.live).toBe(false);
    expect((await hook.native({ action: 'open', id: 'again' })).body['error']).toMatch(/^out of step/);
  });

  it('W-11 a dry run follows what dry runs would have opened and closed', async () => {
    const hook = await who.create();
    const results = [];
    for (const [action, before, after] of [
      ['buy', 'flat', 'long'],
      ['buy', 'flat', 'long'],
      ['sell', 'long', 'flat'],
      ['sell', 'long', 'flat'],
    ] as const) {
      pass(1000);
      results.push((await hook.send(tradingView(action, before, after))).body['result']);
    }
    expect(results).toEqual(['dry-run', 'refused', 'dry-run', 'refused']);
    expect(await who.buys()).toBe(0);
  });

  it('W-11 a test of a live hook trades nothing, nor does an Altrady test', async () => {
    const hook = await who.create();
    await hook.live();
    await hook.call('test', { action: 'open' });
    await hook.send({ api_key: 'k', symbol: 'XRPUSDT', action: 'open', signal_id: '1', time: now(), test: true });
    const lines = await hook.done(3);
    expect(lines.map(({ result }) => result)).not.toContain('taken');
    expect(await who.buys()).toBe(0);
  });
});

describe('from a signal to the exchange', () => {
  it('W-9 a position opened and closed by TradingView, with its targets and its story', async () => {
    const hook = await who.create({ exits: { takeProfitPercent: 10, stopLossPercent: 5 } });
    await hook.live();
    expect((await hook.send(tradingView('buy', 'flat', 'long'))).body['result']).toBe('taken');
    const [opened] = await hook.done(2);
    expect(opened?.outcome).toBe('Entry placed: 95.6 XRP at up to 0.5226 USDT.');
    await until(async () => expect(Number(await who.coins())).toBeGreaterThan(95));
    const { events } = (await who.get(`/api/blocks/${opened?.blockId}/events`)).body as { events: { text: string }[] };
    expect(events[0]?.text).toBe('A signal of the hook Momentum asked for it.');
    expect(events[1]?.text).toBe('Targets set: take profit 0.5720 and stop loss 0.4940.');
    const rows = await who.rows('buy', opened?.blockId ?? '');
    expect(rows).toHaveLength(1);
    pass(1000);
    expect((await hook.send(tradingView('sell', 'long', 'flat'))).body['result']).toBe('taken');
    const [closed] = await hook.done(3);
    expect([closed?.action, closed?.state, closed?.outcome]).toEqual(['close', 'done', 'Closed: one block.']);
    await until(async () => expect(Number(await who.coins())).toBeLessThan(0.1));
    expect(await who.buys()).toBe(1);
  });

  it('W-9 one lost signal doubles no position: strict refuses and notifies, following does what is left to do', async () => {
    const [strict, follows] = [await who.create(), await who.create({ inStep: 'follow' })];
    await strict.live();
    await follows.live();
    // The purchase of the strict one was lost on its way.
    const sale = await strict.send(tradingView('sell', 'long', 'flat'));
    expect(sale.body).toMatchObject({
      result: 'refused',
      error: 'out of step: the sender was long, and this hook holds nothing',
    });
    expect((await follows.send(tradingView('buy', 'flat', 'long'))).body['result']).toBe('taken');
    pass(1000);
    // Its sale was lost: what comes next finds it long already.
    expect((await follows.send(tradingView('buy', 'flat', 'long'))).body['result']).toBe('refused');
    await follows.done(3);
    expect(await who.buys()).toBe(1);
    await until(async () => {
      const told = await site.database
        .sql`select 1 from audit_events where user_id = ${who.userId} and kind = 'signal-refused'`;
      expect(told).toHaveLength(2);
    });
  });

  it('W-5 of two alerts of one second that name no id both are acted on, and a repetition of one is not', async () => {
    const hook = await who.create();
    await hook.live();
    const timestamp = now();
    const altrady = (action: string) => ({ api_key: 'any', symbol: 'XRPUSDT', side: 'long', action, timestamp });
    const results = [];
    for (const action of ['open', 'increase', 'close', 'increase'])
      results.push((await hook.send(altrady(action))).body['result']);
    expect(results).toEqual(['taken', 'taken', 'taken', 'duplicate']);
    await hook.done(4);
    expect(await who.buys()).toBe(2);
  });

  it('W-12 one after another: an entry, more of it, targets, half of it, the rest', async () => {
    const hook = await who.create({ amount: { atMost: 60 } });
    await hook.live();
    const asked = [
      await hook.native({ action: 'open', amount: 50 }),
      await hook.native({ action: 'add', amount: 30 }),
      await hook.native({ action: 'targets', takeProfits: [0.6], stopLoss: 0.45 }),
    ];
    expect(asked.map(({ body }) => body['result'])).toEqual(['taken', 'taken', 'taken']);
    const lines = await hook.done(4);
    expect(
      lines
        .map(({ action, state, outcome }) => [action, state, outcome])
        .toReversed()
        .slice(1),
    ).toEqual([
      ['open', 'done', 'Entry placed: 95.6 XRP at up to 0.5226 USDT.'],
      ['add', 'done', 'Entry placed: 57.4 XRP at up to 0.5226 USDT.'],
      ['targets', 'done', 'Targets set: 2 blocks.'],
    ]);
    pass(1000);
    await hook.native({ action: 'reduce', share: 0.5 });
    await hook.done(5);
    await until(async () => expect(Number(await who.coins())).toBeLessThan(77));
    expect(Number(await who.coins())).toBeGreaterThan(75);
    pass(1000);
    await hook.native({ action: 'close' });
    await hook.done(6);
    await until(async () => expect(Number(await who.coins())).toBeLessThan(0.3));
    expect(await who.buys()).toBe(2);
  });

  it('W-7 copy keys repeat it only where its owner says so', async () => {
    const [alone, copied] = [await who.create(), await who.create({ copies: true })];
    const [copy] = who.copies;
    const sent = () => who.sent(copy?.paperKey ?? '');
    await alone.live();
    await copied.live();
    await alone.native({ action: 'open' });
    await alone.done(2);
    expect(await sent()).toBe(0);
    await copied.native({ action: 'open' });
    await copied.done(2);
    await until(async () => expect(await sent()).toBe(1));
  });

  it('W-7 it trades with its own key, whichever is active now; once that is gone, it says so', async () => {
    const hook = await who.create();
    await hook.live();
    const { key, secret } = (await who.post('/api/paper/key', {})).body;
    const added = await who.post('/api/key', { market: 'binance', name: 'Second', key, secret });
    const json = { uid: who.keyUid, replaceUid: added.body.uid as string, market: 'binance' };
    expect((await who.send('PUT', '/api/key/replace', { json })).body).toEqual({ error: null });
    await hook.native({ action: 'open' });
    const [opened] = await hook.done(2);
    expect(opened?.outcome).toBe('Entry placed: 95.6 XRP at up to 0.5226 USDT.');
    expect(await who.buys()).toBe(1);
    pass(1000);
    await hook.native({ action: 'close' });
    expect((await hook.done(3))[0]?.outcome).toBe('Closed: one block.');
    await until(async () => expect(Number(await who.coins())).toBeLessThan(0.1));
    await site.database.sql`update hooks set key_id = gen_random_uuid() where id = ${hook.hookId}`;
    pass(1000);
    await hook.native({ action: 'open', id: 'gone' });
    expect((await hook.done(4))[0]?.outcome).toBe('The key of this hook is out of use.');
  });

  it('W-10 caps of a day, and the account’s own switch', async () => {
    // Of the three that it may act on, a dry run is none.
    const hook = await who.create({ perDay: 3, perDayUsdt: 120, perSignalUsdt: 120 });
    await hook.live();
    expect((await hook.native({ action: 'open' })).body['result']).toBe('taken');
    expect((await hook.native({ action: 'add', id: '2' })).body['result']).toBe('taken');
    expect((await hook.native({ action: 'add', id: '3' })).body['error']).toMatch(
      /^with this it would have spent 150\.00 USDT/,
    );
    await hook.done(4);
    await who.post('/api/user/trading', { off: true });
    expect((await hook.native({ action: 'add', id: '4' })).body['error']).toMatch(
      /^You have switched your trading off/,
    );
  });

  it('W-12 a signal that waited longer than its longest age is dropped, and its owner notified', async () => {
    const hook = await who.create({ maxAge: 5 });
    await hook.live();
    // As an engine that was away finds it.
    const [row] = await site.database.sql<{ id: string }[]>`
      insert into hook_signals (user_id, id, hook_id, received_at, address, bytes, result, action, symbol, amount, state, block_id, body)
      values (${who.userId}, gen_random_uuid(), ${hook.hookId}, ${clock() - 6000}, 'test', 2, 'taken', 'open', 'XRPUSDT', 50, 'waiting', gen_random_uuid(), '{}')
      returning id`;
    const lines = await hook.done(2);
    const line = lines.find(({ signalId }) => signalId === row?.id);
    expect([line?.state, line?.outcome]).toEqual([
      'dropped',
      expect.stringMatching(/^It waited \d+ s; the longest is 5\./),
    ]);
    expect(await who.buys()).toBe(0);
    await until(async () => {
      const told = await site.database.sql`
        select details ->> 'reason' as reason from audit_events where user_id = ${who.userId} and kind = 'signal-refused'`;
      expect(told).toEqual([{ reason: line?.outcome }]);
    });
  });

  const decidedEarly = async (hook: { hookId: string }, signals: number) => {
    // As it was decided: the close before it, which counted as done, failed in the meantime.
    const [row] = await site.database.sql<{ id: string }[]>`
      insert into hook_signals (user_id, id, hook_id, received_at, address, bytes, result, action, symbol, amount, state, block_id, body)
      select ${who.userId}, gen_random_uuid(), ${hook.hookId}, ${clock()}, 'test', 2, 'taken', 'open', 'XRPUSDT', 50, 'waiting', gen_random_uuid(), '{}'
      from generate_series(1, ${signals}) returning id`;
    return row?.id;
  };

  it('W-9 an entry that was decided while an earlier close had yet to fail doubles nothing', async () => {
    const hook = await who.create();
    await hook.live();
    await hook.native({ action: 'open' });
    await hook.done(2);
    const id = await decidedEarly(hook, 1);
    const line = (await hook.done(3)).find(({ signalId }) => signalId === id);
    expect([line?.state, line?.outcome]).toEqual(['failed', 'out of step: this hook still holds its position.']);
    expect(await who.buys()).toBe(1);
  });

  it('W-10 the owner is notified of the first failure in a row, and of the next one after a success', async () => {
    const told = () => site.database.sql`
      select kind from audit_events where user_id = ${who.userId} and kind like 'signal-%' order by seq`;
    const hook = await who.create();
    await hook.live();
    await hook.native({ action: 'open' });
    await hook.done(2);
    await decidedEarly(hook, 2);
    await hook.done(4);
    await hook.native({ action: 'add' });
    await hook.done(5);
    await decidedEarly(hook, 1);
    await hook.done(6);
    await hook.native({ action: 'add' });
    const kinds = ['acted', 'refused', 'acted', 'refused', 'acted'].map((what) => ({ kind: `signal-${what}` }));
    await until(async () => expect(await told()).toEqual(kinds));
  });

  it('W-7 starts and stops the bot of its owner, and no other', async () => {
    const draft = {
      name: 'Night grid',
      type: 'grid',
      market: 'binance',
      symbolName: 'xrp_usdt',
      settings: { ...GRID, invest: 300 },
    };
    const { botId } = (await who.post('/api/bots', draft)).body.bot as { botId: string };
    const state = async () => (await who.get(`/api/bots/${botId}`)).body.state;
    const hook = await who.create({ actions: ['bot-start', 'bot-stop'], bot: { botId, coins: 'keep' } });
    await hook.live();
    expect((await hook.native({ action: 'bot start', pair: undefined })).body['result']).toBe('taken');
    const [line] = await hook.done(2);
    expect([line?.state, line?.outcome]).toEqual(['done', 'Its bot was started.']);
    await until(async () => expect(await state()).toBe('running'));
    const sells = { api_key: 'k', action: 'stop_and_close', signal_id: '9', time: now() };
    expect((await hook.send(sells)).body['error']).toBe('this hook keeps the coins when it stops its bot');
    await hook.native({ action: 'bot stop', pair: undefined });
    expect((await hook.done(4))[0]?.outcome).toBe('Its bot is stopping.');
    await until(async () => expect(await state()).toBe('stopped'));
    const template = { name: 'x', market: 'binance', pairs: ['xrp_usdt'], amount: { fixed: 10 }, copies: false };
    const made = (bot: unknown) =>
      who.post('/api/hooks', { ...template, actions: ['bot-start'], bot: { botId: bot, coins: 'keep' } });
    const other = await trader(site);
    const foreign = (await other.post('/api/bots', draft)).body.bot;
    expect((await made(foreign.botId)).status).toBe(404);
    expect((await made(botId)).status).toBe(200);
  });
});
