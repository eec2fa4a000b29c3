import { Big } from 'big.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { TURTLE } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { CLOSES, TAKER_BOUGHT, VOLUMES } from '../../../tests/factories/worked-bars.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { REPLAY } from '../bots/index.ts';

/** Of a bar that its signals go by. */
const LENGTH = 4 * HOUR;
/** Place of the worked bar that stands out. */
const STANDS_OUT = 38;

let site: TestSite;
let ahead = 0;
const now = () => Date.now() + ahead;
beforeAll(async () => {
  site = await testSite({}, now);
});
afterAll(() => site.close());

/** The worked bars: the one that stands out begins then. */
const barsFrom = (begins: number) =>
  CLOSES.map((price, at) => {
    const [close, openTime] = [new Big(price), begins + (at - STANDS_OUT) * LENGTH];
    const volume = new Big(VOLUMES[at] ?? 0);
    return {
      openTime,
      closeTime: openTime + LENGTH - 1,
      open: close,
      high: close.plus('0.0012'),
      low: close.minus('0.0011'),
      close,
      volume,
      quoteVolume: volume,
      takerBase: null,
      takerQuote: new Big(TAKER_BOUGHT[at] ?? 0),
      trades: null,
    };
  });

/** The exchange tells these bars as they end. */
function tells(bars: ReturnType<typeof barsFrom>) {
  const exchange = site.deps.markets.exchange('binance');
  const read = exchange.candles.bind(exchange);
  return vi.spyOn(exchange, 'candles').mockImplementation(async (of) => {
    if (of.interval !== TURTLE.interval) return read(of);
    const value = bars.filter(({ openTime, closeTime }) => openTime >= (of.startTime ?? 0) && closeTime < now());
    return { outcome: 'ok', value };
  });
}

it('X-11, X-12, PB-9: the own time of a bot with turtle is run again, from the bar that begins its deal to its stop', async () => {
  const world = await botWorld(site);
  /** Of the site and of the paper exchange alike. */
  const wait = async (ms: number): Promise<void> => {
    ahead += ms;
    await world.control('clock', { skewMs: ahead });
  };
  const replay = async (botId: string) => (await world.get(`/api/bots/${botId}`)).body.runs[0].twin?.replay;
  await world.price('0.524');
  const begins = Math.ceil(now() / LENGTH) * LENGTH;
  await wait(begins + 3 * SECOND - now());
  const spied = tells(barsFrom(begins));
  try {
    const bot = await world.create({ type: 'smart-money-turtle', settings: TURTLE });
    expect((await bot.call('start', { warned: true })).body.error).toBeNull();
    await until(async () => {
      const [run] = await site.database.sql`
        select bars from bot_runs where bot_id = ${bot.botId} and begun_at is not null and bars is not null`;
      expect(run).toBeDefined();
    });
    await wait(begins + LENGTH + 3 * SECOND - now());
    await until(async () => expect(await world.book()).toEqual([expect.stringMatching(/^BUY 47\.4 /)]));
    await world.price('0.5264');
    await until(async () => expect((await bot.detail()).now).toMatch(/^Deal 1 holds 47\.3 XRP/));
    await wait(2 * MINUTE);
    await world.price('0.518');
    await until(async () => expect((await bot.detail()).now).toMatch(/^Its filter is on/));
    await wait(4 * MINUTE);
    expect((await bot.call('twin')).body).toEqual({ error: null });
    await until(
      async () => {
        // As the minute's turn does it.
        site.deps.backtests.bus.publish(REPLAY, null);
        expect(await replay(bot.botId)).toMatchObject({ here: { rounds: 1 } });
      },
      { interval: 500 },
    );
    expect((await replay(bot.botId)).sentence).toMatch(
      /^Deals 1 here, 1 in the replay\. Result −0\.\d+, replay −0\.\d+\. Difference 0\.\d\d% of what was given\.$/,
    );
  } finally {
    spied.mockRestore();
  }
});
