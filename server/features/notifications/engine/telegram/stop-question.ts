import { MINUTE } from '#contracts/rules/time.ts';
import { newToken, tokenHash } from '../../../../lib/token.ts';
import type { NotificationDeps } from '../../deps.ts';
import type { ChatAnswers } from '../../telegram/chat-answers.ts';
import { type Question, questionsStore } from '../../telegram/questions.store.ts';
import type { Reply } from './replies.ts';

/** How long a question waits for its answer, ms. */
const QUESTION_LIFE = 5 * MINUTE;

const NONE_ACTIVE = 'No bot of yours is active. To end messages to this chat write /unlink.';
const ENDED = 'This question has been answered or has ended. Write /stop to be asked again.';
const LEFT = 'Nothing was changed: your bots go on.';

const counted = (count: number): string => (count === 1 ? '1 bot' : `${count} bots`);

const questionText = (bots: Question['bots']): string =>
  [
    `Stop ${counted(bots.length)}? Orders come down, and coins are kept.`,
    ...bots.map(({ text }) => `• ${text}`),
    'Answer within 5 minutes. To end messages to this chat instead, write /unlink.',
  ].join('\n');

/** What became of each that could not be stopped. */
function doneText(bots: Question['bots'], faults: ReadonlyMap<string, string>): string {
  const stopped = bots.length - faults.size;
  const lines = bots.flatMap(({ botId, text }) => {
    const fault = faults.get(botId);
    return fault === undefined ? [] : [`• ${text}: ${fault}`];
  });
  const head =
    stopped === 0 ? 'No bot was stopped.' : `Stopping ${counted(stopped)}: orders come down, and coins are kept.`;
  return [head, ...lines].join('\n');
}

interface Pressed {
  userId: string;
  chatId: string;
  /** 'stop' or 'leave', and the code of the question. */
  choice: string;
  code: string;
}

type Deps = Pick<NotificationDeps, 'db' | 'clock' | 'audit'> & { answers: ChatAnswers };

/** /stop: nothing is stopped before the person has pressed the button, and then only what the question named. */
export function stopQuestion({ db, clock, audit, answers }: Deps) {
  async function stopAll(userId: string, { bots }: Question): Promise<string> {
    const faults = new Map<string, string>();
    for (const { botId } of bots) {
      const fault = await answers.stopBot(userId, botId);
      if (fault !== null) faults.set(botId, fault);
    }
    const stopped = bots.filter(({ botId }) => !faults.has(botId));
    if (stopped.length > 0) await audit.record(userId, 'bots-stopped', { bots: stopped.length });
    return doneText(bots, faults);
  }

  return {
    async ask(userId: string, chatId: string): Promise<Reply> {
      const bots = await answers.activeBots(userId);
      if (bots.length === 0) return { text: NONE_ACTIVE };
      const code = newToken();
      const createdAt = clock();
      const asked = { tokenHash: tokenHash(code), createdAt, expiresAt: createdAt + QUESTION_LIFE };
      await questionsStore(db, userId).ask({ chatId, bots }, asked);
      const buttons = [
        { text: `Stop ${counted(bots.length)}`, data: `stop ${code}` },
        { text: 'Let them go on', data: `leave ${code}` },
      ];
      return { text: questionText(bots), buttons };
    },
    /** `change` replaces the question in the chat. Stopped again, a bot stays stopped: only then is the question closed. */
    async answer({ userId, chatId, choice, code }: Pressed): Promise<{ note: string; change: string | null }> {
      const store = questionsStore(db, userId);
      const question = await store.find(tokenHash(code), clock());
      if (question?.chatId !== chatId) return { note: ENDED, change: null };
      const text = choice === 'stop' ? await stopAll(userId, question) : LEFT;
      await store.close();
      return { note: choice === 'stop' ? 'Done' : 'Nothing was changed', change: text };
    },
  };
}
