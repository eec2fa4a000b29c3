import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { Big } from 'big.js';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Alert } from '#contracts/alerts.ts';
import { toast } from '../../ui/toast.ts';
import { alertFired, alertsChanged } from './alerts.live.ts';
import { unseenIn } from './unseen.queries.ts';
import { until } from '../../../tests/setup/until.ts';

const alert = {
  id: 'a',
  market: 'binance',
  symbol: 'xrp_usdt',
  type: 'PRICE_REACHES',
  price: new Big('0.53'),
  comment: '',
  executed: true,
  executedAt: 1,
  seen: false,
} as Alert;

const shown: string[] = [];
beforeEach(() => {
  shown.length = 0;
  vi.stubGlobal('localStorage', { getItem: () => null });
  for (const kind of ['info', 'warning'] as const)
    vi.spyOn(toast, kind).mockImplementation((text: string) => void shown.push(text));
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

it('G-05 a firing is announced on an open page, once however often it is delivered', () => {
  const client = new QueryClient();
  for (const executedAt of [10, 10, 20]) alertFired(client, { ...alert, executedAt });
  expect(shown).toEqual(['Alert: XRP/USDT reached 0.53', 'Alert: XRP/USDT reached 0.53']);
});

it('V-20 the other device shows that a change made offline replaced its own', () => {
  const client = new QueryClient();
  alertsChanged(client, {});
  alertsChanged(client, { replaced: { changeId: 'theirs', symbol: 'xrp_usdt', fields: ['price'] } });
  expect(shown).toEqual([expect.stringMatching(/^A newer change of the alert for XRP\/USDT.*price\.$/)]);
});

it('a firing is counted once as unseen, in its market and in total', () => {
  const client = new QueryClient();
  client.setQueryData(unseenIn(), ['b']);
  client.setQueryData(unseenIn('binance'), []);
  for (const time of [1, 2]) alertFired(client, { ...alert, executedAt: time });
  expect(client.getQueryData(unseenIn())).toEqual(['a', 'b']);
  expect(client.getQueryData(unseenIn('binance'))).toEqual(['a']);
  expect(client.getQueryData(unseenIn('bybit'))).toBeUndefined();
});

it('an answer requested before a firing does not undo it', async () => {
  const client = new QueryClient();
  const answers: ((ids: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((answer) => void answers.push(answer));
  client.setQueryData(unseenIn(), []);
  const stop = new QueryObserver(client, { queryKey: unseenIn(), queryFn }).subscribe(() => {});
  await until(() => expect(answers).toHaveLength(1));
  alertFired(client, alert);
  expect(client.getQueryData(unseenIn())).toEqual(['a']);
  await until(() => expect(answers).toHaveLength(2));
  answers[0]?.([]);
  answers[1]?.(['a', 'c']);
  await until(() => expect(client.getQueryData(unseenIn())).toEqual(['a', 'c']));
  stop();
});
