import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECOND } from '#contracts/rules/time.ts';
import { BY_HOOK } from '../../../tests/factories/bot-settings.ts';
import { hookWorld, type HookWorld } from '../../../tests/factories/hook-world.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { BINANCE_TIMINGS } from '../../exchanges/binance/binance-timings.ts';

/** Seconds that a signal may wait: longer than any test takes. */
const LONGEST = 300;
const SINCE = String.raw`XRP/USDT is halted on Binance since \w{3} \d+, \d\d:\d\d UTC: no orders are placed there\.`;
const NOT_OPENED = expect.stringMatching(new RegExp(`^${SINCE}$`));
const NOT_REDUCED = expect.stringMatching(new RegExp(`^${SINCE} Nothing of this block can be closed now\\.$`));

const { status: usual } = BINANCE_TIMINGS;
let site: TestSite;
let who: HookWorld;
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  BINANCE_TIMINGS.status = SECOND;
  site = await testSite({}, clock);
});
afterAll(async () => {
  BINANCE_TIMINGS.status = usual;
  await site.close();
});
beforeEach(async () => {
  pass(20_000);
  who = await hookWorld(site, clock);
});
afterEach(() => turns('TRADING'));

async function turns(status: 'HALT' | 'TRADING'): Promise<void> {
  await who.control('pair', { symbol: 'XRPUSDT', status });
  await until(() => {
    const pair = site.deps.markets.findExchangePair('binance', 'XRPUSDT');
    expect(pair?.status === 'trading').toBe(status === 'TRADING');
  });
}

type Hook = Awaited<ReturnType<HookWorld['create']>>;
const sent = () => who.sent(who.paperKey);
const holds = (from: number, to: number) =>
  until(async () => {
    const coins = Number(await who.coins());
    expect([coins > from, coins < to]).toEqual([true, true]);
  });

async function live(more: Record<string, unknown> = {}): Promise<Hook> {
  const hook = await who.create({ maxAge: LONGEST, ...more });
  await hook.live();
  return hook;
}

/** A live hook that has bought 95.6 XRP. */
async function bought(): Promise<Hook> {
  const hook = await live();
  await hook.native({ action: 'open' });
  const [entry] = await hook.done(2);
  await who.filled(entry?.blockId ?? '');
  return hook;
}

/** How the newest of so many signals ended. */
async function ended(hook: Hook, count: number) {
  const [line] = await hook.done(count);
  return [line?.action, line?.state, line?.outcome];
}

/** Until the engine has begun with a close. */
const closing = ({ hookId }: Hook) =>
  until(async () => {
    const begun = await site.database.sql`
      select id from hook_signals where hook_id = ${hookId} and action = 'close' and blocks is not null`;
    expect(begun).toHaveLength(1);
  });

describe('W-13, V-10: signals for a pair that is halted', () => {
  it('an open, an addition and a reduction are refused with the sentence that names the halt, and nothing is traded', async () => {
    const [empty, holder] = [await live(), await bought()];
    await turns('HALT');
    const before = await sent();
    await empty.native({ action: 'open' });
    expect(await ended(empty, 2)).toEqual(['open', 'failed', NOT_OPENED]);
    await holder.native({ action: 'add' });
    expect(await ended(holder, 3)).toEqual(['add', 'failed', NOT_OPENED]);
    await holder.native({ action: 'reduce', share: 0.5 });
    expect(await ended(holder, 4)).toEqual(['reduce', 'failed', NOT_REDUCED]);
    expect(await sent()).toBe(before);
    await holds(95, 96);
  });

  it('W-11: a dry open and a dry reduction say that they would be refused, and why', async () => {
    const [dry, holder] = [await who.create(), await bought()];
    await turns('HALT');
    const refusal = (after: string) => expect.stringMatching(new RegExp(`^Would be refused: ${SINCE}${after}$`));
    await dry.native({ action: 'open' });
    expect(await ended(dry, 1)).toEqual(['open', 'failed', refusal('')]);
    expect((await holder.call('test', { action: 'reduce' })).body.error).toBeNull();
    expect(await ended(holder, 3)).toEqual([
      'reduce',
      'failed',
      refusal(String.raw` Nothing of this block can be closed now\.`),
    ]);
  });

  it('W-4: a close that comes during the halt waits, and sells once the pair trades again', async () => {
    const hook = await bought();
    await turns('HALT');
    const before = await sent();
    expect((await hook.native({ action: 'close' })).body['result']).toBe('taken');
    await closing(hook);
    expect((await hook.log())[0]).toMatchObject({ action: 'close', state: 'waiting', outcome: null });
    expect(await sent()).toBe(before);
    await turns('TRADING');
    expect(await ended(hook, 3)).toEqual(['close', 'done', 'Closed: one block.']);
    await holds(-1, 0.2);
  });

  it('W-12: a close that grows too old during the halt sells nothing, its log says so, and the next close sells', async () => {
    const hook = await bought();
    await turns('HALT');
    await hook.native({ action: 'close' });
    await closing(hook);
    pass((LONGEST + 1) * SECOND);
    const stays = String.raw` This block cannot be closed now: it stays as it is until the pair trades again\.`;
    const over = String.raw` This signal is not tried again\.`;
    expect(await ended(hook, 3)).toEqual([
      'close',
      'failed',
      expect.stringMatching(new RegExp(`^${SINCE}${stays}${over}$`)),
    ]);
    await turns('TRADING');
    await holds(95, 96);
    await hook.native({ action: 'close' });
    expect(await ended(hook, 4)).toEqual(['close', 'done', 'Closed: one block.']);
    await holds(-1, 0.2);
  });
});

describe('PB-12, C-15: signals for a signal bot whose pair is halted', () => {
  async function signalBot() {
    const bot = { name: 'By hook', type: 'signal', settings: BY_HOOK, market: 'binance', symbolName: 'xrp_usdt' };
    const { botId } = (await who.post('/api/bots', bot)).body.bot as { botId: string };
    expect((await who.post(`/api/bots/${botId}/start`, {})).body.error).toBeNull();
    const shows = (now: RegExp) =>
      until(async () => expect((await who.get(`/api/bots/${botId}`)).body.now).toMatch(now), { interval: 250 });
    await shows(/^Waits for a signal of its hook\.$/);
    return { shows, hook: await live({ actions: ['open', 'close'], signalBot: botId }) };
  }
  const OPENED = expect.stringMatching(/^By hook: deal 1 buys 191\.3 XRP at up to 0\.5226\.$/);

  it('an open fails with the sentence that names the halt, and is counted as no deal', async () => {
    const { hook } = await signalBot();
    await turns('HALT');
    await hook.native({ action: 'open' });
    expect(await ended(hook, 2)).toEqual(['open', 'failed', NOT_OPENED]);
    expect(await who.buys()).toBe(0);
    await turns('TRADING');
    pass(1000);
    await hook.native({ action: 'open' });
    expect(await ended(hook, 3)).toEqual(['open', 'done', OPENED]);
  });

  it('a close sells once the pair trades again, and nothing before', async () => {
    const { hook, shows } = await signalBot();
    await hook.native({ action: 'open' });
    expect(await ended(hook, 2)).toEqual(['open', 'done', OPENED]);
    await shows(/^Deal 1 holds 191\.\d XRP /);
    await turns('HALT');
    await hook.native({ action: 'close' });
    expect(await ended(hook, 3)).toEqual(['close', 'done', 'Its bot closes its deal.']);
    await holds(190, 192);
    await turns('TRADING');
    await shows(/^Waits for a signal of its hook\.$/);
    await holds(-1, 0.5);
  });
});
