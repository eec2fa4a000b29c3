import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Bot } from '#contracts/bots.ts';
import { patchBot, removeBot } from './bots.live.ts';
import { botList } from './bots.queries.ts';
import { inState, STATE_FILTERS, stateLook } from './cards/bot-state.ts';

const bot = (botId: string, more: Partial<Bot> = {}): Bot => ({
  botId,
  name: botId,
  type: 'grid',
  active: false,
  market: 'binance',
  symbolName: 'xrp_usdt',
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  assets: [],
  marketPrice: null,
  pnl: null,
  pnlPercent: null,
  balance: null,
  runTime: 0,
  peopleCopied: 0,
  trust: null,
  levels: null,
  state: 'draft',
  stateSince: 0,
  reason: null,
  given: null,
  result: null,
  protection: null,
  withoutUs: null,
  now: '',
  needs: null,
  waitsFor: null,
  ...more,
});

describe('U-12 a bot that changes', () => {
  const names = (client: QueryClient) => client.getQueryData(botList.queryKey)?.map(({ name }) => name);

  it('keeps its place in the list, and a new one comes first', () => {
    const client = new QueryClient();
    client.setQueryData(botList.queryKey, [bot('a'), bot('b')]);
    patchBot(client, bot('b', { name: 'B' }));
    expect(names(client)).toEqual(['a', 'B']);
    patchBot(client, bot('c'));
    expect(names(client)).toEqual(['c', 'a', 'B']);
    removeBot(client, 'a');
    expect(names(client)).toEqual(['c', 'B']);
  });

  it('is not lost to a list that was asked for before it', async () => {
    const client = new QueryClient();
    const answers = [Promise.withResolvers<Bot[]>(), Promise.withResolvers<Bot[]>()];
    let asked = 0;
    const queryFn = () => answers[asked++]?.promise ?? [];
    const { queryKey } = botList;
    client.setQueryData(queryKey, [bot('a', { state: 'stopping' })]);
    const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    patchBot(client, bot('a', { state: 'stopped' }));
    answers[0]?.resolve([bot('a', { state: 'stopping' })]);
    answers[1]?.resolve([bot('a', { state: 'stopped' })]);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(client.getQueryData(queryKey)?.map(({ state }) => state)).toEqual(['stopped']);
    expect(asked).toBe(2);
    leave();
  });

  it('does not make a list that was not read', () => {
    const client = new QueryClient();
    patchBot(client, bot('a'));
    expect(names(client)).toBeUndefined();
  });
});

describe('C-2 states', () => {
  const bots = [
    bot('draft'),
    bot('running', { state: 'running', active: true }),
    bot('paused', { state: 'paused', active: true }),
    bot('attention', { state: 'attention', active: true, needs: 'Decide.' }),
    bot('stopped', { state: 'stopped' }),
  ];

  it.each([
    ['all', 5],
    ['active', 3],
    ['attention', 1],
    ['paused', 1],
    ['draft', 1],
    ['stopped', 1],
  ] as const)('%s shows %i of them', (filter, count) => {
    expect(inState(bots, filter)).toHaveLength(count);
    expect(STATE_FILTERS.map(({ value }) => value)).toContain(filter);
  });

  it('say Active as long as the bot is', () => {
    expect(stateLook({ state: 'waiting', waitsFor: '0.5100' }).text).toBe('Active · waits for 0.5100');
    for (const one of bots) expect(stateLook(one).text.startsWith('Active')).toBe(one.active);
  });
});
