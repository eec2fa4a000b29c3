import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { alertListKey } from '../features/alerts/alerts.queries.ts';
import { unseenIn } from '../features/alerts/unseen.queries.ts';
import { botDetail } from '../features/bots/bots.queries.ts';
import { rowsKey } from '../features/orders/orders.queries.ts';
import { liveHandlers } from './live-events.ts';
import { until } from '../../tests/setup/until.ts';

it('what was read before the live channel began is read again: an alert may have fired in between', () => {
  const client = new QueryClient();
  const read = [alertListKey, unseenIn(), rowsKey];
  for (const key of read) client.setQueryData(key, {});
  liveHandlers(client).onFirst();
  expect(read.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});

it.each([1, 3])('a query whose first fetch is under way at %i changes is fetched once more', async (changes) => {
  const client = new QueryClient();
  const answers: ((answer: unknown) => void)[] = [];
  const queryFn = () => new Promise<unknown>((answer) => answers.push(answer));
  const { onBots } = liveHandlers(client);
  // The channel begins again: it watches the same client once.
  liveHandlers(client);
  const { queryKey } = botDetail('b1');
  const observer = new QueryObserver<unknown>(client, { queryKey: [...queryKey], queryFn });
  const stop = observer.subscribe(() => {});
  for (let change = 0; change < changes; change += 1) onBots();
  expect(answers).toHaveLength(1);
  answers[0]?.('starting');
  await until(() => expect(answers).toHaveLength(2));
  answers[1]?.('running');
  await until(() => expect(observer.getCurrentResult()).toMatchObject({ data: 'running', fetchStatus: 'idle' }));
  expect(answers).toHaveLength(2);
  stop();
});
