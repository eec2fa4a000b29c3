import { and, eq, gt } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../../db/database.ts';
import { oneTimeTokens } from '../../../db/schema/accounts.ts';

/** What a question in a chat was about: pressed elsewhere, or by another person, it does nothing. */
const Question = z.object({ chatId: z.string(), bots: z.array(z.object({ botId: z.string(), text: z.string() })) });
export type Question = z.output<typeof Question>;

const isQuestion = eq(oneTimeTokens.purpose, 'telegram-stop');

interface Asked {
  tokenHash: Buffer;
  createdAt: number;
  /** UTC epoch ms. */
  expiresAt: number;
}

/** The question that a person's chat was asked and has not answered: one at a time. */
export function questionsStore(db: Db, owner: string) {
  const mine = and(isQuestion, eq(oneTimeTokens.userId, owner));
  return {
    /** Voids earlier ones. */
    async ask(question: Question, asked: Asked): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.delete(oneTimeTokens).where(mine);
        await tx.insert(oneTimeTokens).values({ ...asked, userId: owner, purpose: 'telegram-stop', details: question });
      });
    },
    /** Null where it was answered, has ended, or is another person's. */
    async find(tokenHash: Buffer, now: number): Promise<Question | null> {
      const isThis = and(mine, eq(oneTimeTokens.tokenHash, tokenHash), gt(oneTimeTokens.expiresAt, now));
      const [found] = await db.select({ details: oneTimeTokens.details }).from(oneTimeTokens).where(isThis);
      return found ? z.parse(Question, found.details) : null;
    },
    async close(): Promise<void> {
      await db.delete(oneTimeTokens).where(mine);
    },
  };
}
