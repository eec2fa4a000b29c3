import type { StopBots } from '#contracts/bot-endings.ts';
import { Refusal } from '../../../lib/errors.ts';
import type { BotDeps } from '../deps.ts';
import { stopBot } from './change-run.ts';

/** U-1: one after another, as single stops; what one is refused stops no other from ending. */
export async function stopBots(deps: BotDeps, userId: string, { bots }: StopBots): Promise<(string | null)[]> {
  const errors: (string | null)[] = [];
  for (const { botId, coins } of bots) {
    const error = await stopBot(deps, { userId, botId }, coins).catch((thrown: unknown) => {
      if (thrown instanceof Refusal) return thrown.message;
      throw thrown;
    });
    errors.push(error);
  }
  return errors;
}
