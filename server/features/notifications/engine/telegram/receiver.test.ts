import { pino } from 'pino';
import { expect, it } from 'vitest';
import { until } from '../../../../../tests/setup/until.ts';
import type { TelegramMessage } from '../../telegram/telegram-api.ts';
import { TelegramReceiver } from './receiver.ts';

const messageOf = (id: number) => ({
  message_id: id,
  date: 0,
  from: { id, is_bot: false, first_name: 'Ada' },
  chat: { id, type: 'private' as const, first_name: 'Ada' },
});

it('S-42: a message that can never be answered keeps no other from its answer; one that can be later is answered once', async () => {
  const updates = [1, 2, 3].map((id) => ({ update_id: id, message: messageOf(id) }));
  const tries = new Map<number, number>();
  const answered: number[] = [];
  const receiver = new TelegramReceiver({
    api: {
      updates: async (offset: number, signal: AbortSignal) => {
        const found = updates.filter(({ update_id: id }) => id >= offset);
        if (found.length === 0) await new Promise((done) => signal.addEventListener('abort', done));
        return found;
      },
    },
    log: pino({ level: 'silent' }),
    onMessage: async ({ chat: { id } }: TelegramMessage) => {
      tries.set(id, (tries.get(id) ?? 0) + 1);
      if (id === 2 || (id === 1 && tries.get(1) === 1)) throw new Error('no answer');
      answered.push(id);
    },
    onPress: async () => {},
    delay: () => 1,
  });
  receiver.start();
  await until(() => expect(answered).toEqual([1, 3]));
  expect([...tries]).toEqual([
    [1, 2],
    [2, 5],
    [3, 1],
  ]);
  await receiver.stop();
});
