import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Alert } from '#contracts/alerts.ts';
import { alertFired } from './alerts.live.ts';
import { unseenIn } from './alerts.queries.ts';

const alert = { id: 'a', market: 'binance', symbol: 'xrp_usdt', executed: true, seen: false } as Alert;

it('a firing is counted among the unseen of its market and of all, once', () => {
  const client = new QueryClient();
  client.setQueryData(unseenIn(), ['b']);
  client.setQueryData(unseenIn('binance'), []);
  for (const time of [1, 2]) alertFired(client, { ...alert, executedAt: time });
  expect(client.getQueryData(unseenIn())).toEqual(['a', 'b']);
  expect(client.getQueryData(unseenIn('binance'))).toEqual(['a']);
  expect(client.getQueryData(unseenIn('bybit'))).toBeUndefined();
});

it('a firing is not taken back by an answer from before it', async () => {
  const client = new QueryClient();
  const answers: ((ids: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((answer) => void answers.push(answer));
  client.setQueryData(unseenIn(), []);
  const stop = new QueryObserver(client, { queryKey: unseenIn(), queryFn }).subscribe(() => {});
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  alertFired(client, alert);
  expect(client.getQueryData(unseenIn())).toEqual(['a']);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.([]);
  answers[1]?.(['a', 'c']);
  await vi.waitFor(() => expect(client.getQueryData(unseenIn())).toEqual(['a', 'c']));
  stop();
});
