import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { telegramApi, type TelegramDouble } from '../../../tests/doubles/telegram-api.ts';
import { GRID } from '../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../tests/factories/bot-world.ts';
import { heldCancels } from '../../../tests/factories/held-cancels.ts';
import { person } from '../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const { clock, pass } = shiftedClock();
let site: TestSite;
let telegram: TelegramDouble;
let world: Awaited<ReturnType<typeof botWorld>>;
let chat: string;
let chats = 5_000;
const newChat = () => String((chats += 1));

interface Answer {
  text: string;
  buttons: Record<string, string>;
}

/** What the bot answers to it; so much later that its turn has come. */
async function ask(chatId: string, text: string): Promise<Answer> {
  pass(1_200);
  const before = telegram.to(chatId).length;
  telegram.write(chatId, text);
  await until(() => expect(telegram.to(chatId)).toHaveLength(before + 1));
  return telegram.to(chatId)[before] ?? { text: '', buttons: {} };
}
const textOf = async (text: string) => (await ask(chat, text)).text;

/** What a press is answered with for a moment, and what the message says afterwards. */
async function press(data: string | undefined, of: { from?: string; chatId?: string } = {}) {
  const { from = chat } = of;
  const { chatId = from } = of;
  const [notes, changes] = [telegram.notes.length, telegram.changes.length];
  const pressId = telegram.press(from, data ?? '', { chatId });
  await until(() => expect(telegram.notes.at(-1)?.pressId).toBe(pressId));
  const note = telegram.notes[notes]?.text;
  if (note === 'Done' || note === 'Nothing was changed')
    await until(() => expect(telegram.changes.length).toBe(changes + 1));
  return [note, telegram.changes[changes]?.text ?? null];
}

async function link(who: { post: typeof world.post }, chatId: string): Promise<void> {
  const { command } = (await who.post('/api/telegram/link', {})).body;
  expect((await ask(chatId, command)).text).toMatch(/^Linked\./);
}

async function runningGrid() {
  const bot = await world.create({ type: 'grid', settings: { ...GRID, invest: 100 } });
  expect((await bot.call('start')).body.error).toBeNull();
  await bot.shows('running');
  return bot;
}

beforeAll(async () => {
  telegram = await telegramApi();
  site = await testSite(telegram.env, clock);
  world = await botWorld(site);
  await world.price('0.523');
  chat = newChat();
  await link(world, chat);
});
afterAll(async () => {
  await site.close();
  await telegram.close();
});

describe('a linked chat', () => {
  it('is told what can be asked', async () => {
    expect(await textOf('/help')).toMatch(/\/price .*\/alerts: .*\/blocks: .*\/bots: .*\/stop: .*\/unlink: /s);
    expect(await textOf('/constructor')).toMatch(/^What can be asked here/);
  });

  it('says when there is nothing to tell', async () => {
    expect(await textOf('/price')).toBe('Name a pair: /price XRP_USDT');
    expect(await textOf('/alerts')).toBe('No alert of yours is active. Set one: http://localhost:3000/alerts');
    expect(await textOf('/blocks')).toBe('You have no open order blocks.');
    expect(await textOf('/bots')).toBe('No bot of yours is active.');
    const { text, buttons } = await ask(chat, '/stop');
    expect([text, buttons]).toEqual(['No bot of yours is active. To end messages to this chat write /unlink.', {}]);
  });

  it('/price tells the last price, however the pair is written', async () => {
    for (const name of ['XRP_USDT', 'xrp/usdt', 'XRPUSDT', 'xrp'])
      expect(await textOf(`/price ${name}`)).toBe('XRP/USDT 0.5230 on Binance');
    expect(await textOf('/price nothing')).toBe('No market here trades NOTHING. Name a pair: /price XRP_USDT');
  });

  it('/alerts, /blocks, /bots and /price tell in the words of the pages what is this person’s', async () => {
    const level = { market: 'BINANCE', symbol: 'XRP_USDT', informing: 'ONLY_ONCE' };
    await world.post('/api/alert/', { ...level, price: 0.55, type: 'PRICE_RISES_ABOVE' });
    const condition = { kind: 'percent-move', direction: 'up', percent: 3, window: '1h' };
    await world.post('/api/alert/', { ...level, condition });
    expect(await textOf('/alerts')).toBe(
      [
        '1 on a price:\n• XRP/USDT: price rises above 0.5500, +5.16% away at 0.5230',
        '1 on a condition:\n• XRP/USDT: +3% in 1 h',
      ].join('\n\n'),
    );
    const order = { market: 'binance', symbolName: 'xrp_usdt', counterEarning: true };
    const placed = await world.buy({ ...order, price: 0.3, counterQuantity: 10 });
    expect(placed.body.error).toBeNull();
    await until(async () =>
      expect(await textOf('/blocks')).toBe(
        '• XRP/USDT Buy, Placed: 33.3 XRP at 0.3000; No position yet (Paper, 1 copy)',
      ),
    );
    const bot = await runningGrid();
    expect(await textOf('/bots')).toMatch(
      /^• Night grid \(XRP\/USDT, Grid bot\), Active · running: PNL [+−]?\d+\.\d+ USDT \([+−]?\d+\.\d\d%\)\. Buys 0\.5100, sells 0\.5300; market 0\.5230\.$/,
    );
    expect(await textOf('/price')).toBe('• XRP/USDT 0.5230 on Binance');
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
  });

  it('that others link too, and one without a link, is told nothing', async () => {
    const [ada, shared] = [await person(site), newChat()];
    expect((await ask(shared, '/bots')).text).toContain('Press Link Telegram there');
    await link(ada, shared);
    expect((await ask(shared, '/blocks')).text).toBe('You have no open order blocks.');
    await link(await person(site), shared);
    expect((await ask(shared, '/blocks')).text).toMatch(/^Several accounts are linked/);
  });
});

describe('/stop', () => {
  it('asks, and stops what it named once the button is pressed: a second press does nothing', async () => {
    const bot = await runningGrid();
    const { text, buttons } = await ask(chat, '/stop');
    expect(text).toMatch(/^Stop 1 bot\? Orders come down, and coins are kept\.\n• Night grid \(XRP\/USDT, Grid bot\)/);
    expect(Object.keys(buttons)).toEqual(['Stop 1 bot', 'Let them go on']);
    expect((await bot.detail()).state).toBe('running');
    expect(await press(buttons['Stop 1 bot'])).toEqual([
      'Done',
      'Stopping 1 bot: orders come down, and coins are kept.',
    ]);
    await bot.shows('stopped');
    const again = ['This question has been answered or has ended. Write /stop to be asked again.', null];
    expect(await press(buttons['Stop 1 bot'])).toEqual(again);
    expect(await press(buttons['Let them go on'])).toEqual(again);
    const { body } = await world.get('/api/user/audit');
    const kinds = body.content.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === 'bots-stopped')).toHaveLength(1);
  });

  it('does nothing when it is let go on, pressed by another person or elsewhere, asked anew, or too late', async () => {
    const bot = await runningGrid();
    const [ada, others] = [await person(site), newChat()];
    await link(ada, others);
    const first = (await ask(chat, '/stop')).buttons['Stop 1 bot'];
    expect((await press(first, { from: others }))[0]).toMatch(/^This question has been answered or has ended/);
    expect((await press(first, { from: others, chatId: chat }))[0]).toBe('No account is linked with this chat.');
    expect((await press(first, { from: newChat() }))[0]).toBe('No account is linked with this chat.');
    const second = (await ask(chat, '/stop')).buttons;
    expect((await press(first))[0]).toMatch(/^This question has been answered or has ended/);
    expect(await press(second['Let them go on'])).toEqual([
      'Nothing was changed',
      'Nothing was changed: your bots go on.',
    ]);
    expect((await press(second['Stop 1 bot']))[0]).toMatch(/^This question has been answered or has ended/);
    const third = (await ask(chat, '/stop')).buttons['Stop 1 bot'];
    expect((await press('stop'))[0]).toMatch(/^This question/);
    // The same person from another chat, and another person from the same chat.
    const [moved, newcomer] = [newChat(), await person(site)];
    await link(world, moved);
    expect((await press(third, { from: moved }))[0]).toMatch(/^This question/);
    await link(newcomer, chat);
    expect((await press(third))[0]).toMatch(/^This question/);
    await newcomer.send('DELETE', '/api/telegram/link');
    await link(world, chat);
    pass(5 * 60_000 + 1);
    expect((await press(third))[0]).toMatch(/^This question has been answered or has ended/);
    expect((await bot.detail()).state).toBe('running');
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
  });

  it('C-20 says of a bot that went on with other lines meanwhile that it was not stopped, and which one trades', async () => {
    const bot = await runningGrid();
    const { buttons } = await ask(chat, '/stop');
    const plan = { type: 'grid', settings: { ...GRID, invest: 100, low: 0.46, high: 0.54 } };
    expect((await bot.call('lines', { plan, warned: true })).body.error).toBeNull();
    await bot.shows('stopped');
    const [, text] = await press(buttons['Stop 1 bot']);
    expect(text).toMatch(
      /^No bot was stopped\.\n• Night grid .*: This bot went on as Night grid, 2\. Stop that one\.$/,
    );
    const { botId } = ((await world.get(`/api/bots/${bot.botId}`)).body as { next: { botId: string } }).next;
    const stateOfNext = async () => (await world.get(`/api/bots/${botId}`)).body.state as string;
    await until(async () => expect(await stateOfNext()).toBe('running'));
    await world.post(`/api/bots/${botId}/stop`, { coins: 'keep' });
    await until(async () => expect(await stateOfNext()).toBe('stopped'));
  });

  it('C-20 names a bot whose lines are being changed too, and ends it for good', async () => {
    const bot = await runningGrid();
    const release = heldCancels(site);
    const plan = { type: 'grid', settings: { ...GRID, invest: 100, low: 0.46, high: 0.54 } };
    expect((await bot.call('lines', { plan, warned: true })).body.error).toBeNull();
    expect((await bot.detail()).now).toBe('Takes its orders down, then goes on with other lines.');
    const { text, buttons } = await ask(chat, '/stop');
    expect(text).toMatch(/^Stop 1 bot\? .*\n• Night grid \(XRP\/USDT, Grid bot\)/);
    expect((await press(buttons['Stop 1 bot']))[1]).toMatch(/^Stopping 1 bot: /);
    release();
    await bot.shows('stopped');
    expect(await textOf('/bots')).toBe('No bot of yours is active.');
  });

  it('stops what it named alone, and says of a bot that cannot be stopped why not', async () => {
    const bot = await runningGrid();
    const { buttons } = await ask(chat, '/stop');
    await bot.call('stop', { coins: 'keep' });
    await bot.shows('stopped');
    await world.send('DELETE', `/api/bots/${bot.botId}`);
    const later = await runningGrid();
    const [, text] = await press(buttons['Stop 1 bot']);
    expect(text).toMatch(/^No bot was stopped\.\n• Night grid .*: There is no such bot\.$/);
    expect((await later.detail()).state).toBe('running');
    await later.call('stop', { coins: 'keep' });
    await later.shows('stopped');
  });
});
