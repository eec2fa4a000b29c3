import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';
import { pollDelay } from '../engine/telegram/receiver.ts';

const NOW = 1_800_000_000_000;

/** When messages to these chats are sent if all ask at once, and again when told to. */
function sendAll(pace: Pace, chats: string[], lateBy = 0): { chat: string; at: number }[] {
  const waiting = chats.map((chat) => ({ chat, at: NOW }));
  const sent: { chat: string; at: number }[] = [];
  let asked = 0;
  while (waiting.length > 0) {
    waiting.sort((one, other) => one.at - other.at);
    const [one] = waiting;
    const now = one!.at + lateBy;
    const at = pace.ask(one!.chat, now);
    if ((asked += 1) > chats.length * 20) throw new Error('asked too often');
    if (at > now) one!.at = at;
    else sent.push({ chat: waiting.shift()!.chat, at: now });
  }
  return sent;
}

describe('A-12: the pace of messages', () => {
  it.each([0, 700, 2_500])('leaves more than a second between two to one chat, asked %d ms late', (lateBy) => {
    const times = sendAll(new Pace(), ['1', '1', '1', '1', '1'], lateBy).map(({ at }) => at);
    for (const [index, at] of times.entries()) if (index > 0) expect(at - times[index - 1]!).toBeGreaterThan(1_000);
  });

  it('lets no second have thirty, and loses no time', () => {
    const chats = Array.from({ length: 300 }, (_, index) => String(index));
    const times = sendAll(new Pace(), chats).map(({ at }) => at);
    for (const start of times) expect(times.filter((at) => at >= start && at < start + 1_000).length).toBeLessThan(30);
    expect(times.at(-1)! - NOW).toBeLessThan(15_000);
  });

  it('waits for a chat as long as it was told, and not for others', () => {
    const pace = new Pace();
    pace.suspend('1', NOW + 60_000);
    expect(pace.ask('1', NOW)).toBe(NOW + 60_000);
    expect(pace.ask('2', NOW)).toBe(NOW);
  });
});

describe('the pause after a failed question for news', () => {
  const noJitter = () => 0;
  it.each([
    ['doubles from a second', { code: 0, retryAfter: 0, failures: 3 }, 4_000],
    ['ends at five minutes', { code: 500, retryAfter: 0, failures: 40 }, 300_000],
    ['is half a minute at first while another process listens', { code: 409, retryAfter: 0, failures: 1 }, 30_000],
    ['is what Telegram asks for', { code: 429, retryAfter: 17_000, failures: 1 }, 17_000],
  ])('%s', (_, { failures, ...fault }, pause) => {
    expect(pollDelay({ reason: '', ...fault }, failures, noJitter)).toBe(pause);
  });
});
