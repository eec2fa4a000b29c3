import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { oneTimeTokens, users } from '../../../db/schema/accounts.ts';

const isCode = eq(oneTimeTokens.purpose, 'telegram');

/** A user's linked chat, and the code that links one. */
export function ownChatStore(db: Db, owner: string) {
  const me = eq(users.userId, owner);
  return {
    /** Voids earlier codes. */
    async setCode(code: { tokenHash: Buffer; createdAt: number; expiresAt: number }): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.delete(oneTimeTokens).where(and(isCode, eq(oneTimeTokens.userId, owner)));
        await tx.insert(oneTimeTokens).values({ ...code, userId: owner, purpose: 'telegram', details: {} });
      });
    },
    /** False when nothing was linked, or a different chat. */
    async unlink(chatId?: string): Promise<boolean> {
      const linked = chatId === undefined ? isNotNull(users.telegramChatId) : eq(users.telegramChatId, chatId);
      const unlinked = await db
        .update(users)
        .set({ telegramChatId: null })
        .where(and(me, linked))
        .returning({ userId: users.userId });
      return unlinked.length === 1;
    },
  };
}

/** Chats of all users: a message names a chat only, not its user. */
export function chatsStore(db: Db) {
  return {
    /** Uses up the code. Its owner, or null when it is not valid. */
    link: ({ tokenHash, chatId, now }: { tokenHash: Buffer; chatId: string; now: number }): Promise<string | null> =>
      db.transaction(async (tx) => {
        const [code] = await tx
          .delete(oneTimeTokens)
          .where(and(isCode, eq(oneTimeTokens.tokenHash, tokenHash), gt(oneTimeTokens.expiresAt, now)))
          .returning({ userId: oneTimeTokens.userId });
        if (!code?.userId) return null;
        await tx.update(users).set({ telegramChatId: chatId }).where(eq(users.userId, code.userId));
        return code.userId;
      }),
    /** The users whose alerts go to this chat. */
    async owners(chatId: string): Promise<string[]> {
      const found = await db.select({ userId: users.userId }).from(users).where(eq(users.telegramChatId, chatId));
      return found.map(({ userId }) => userId);
    },
  };
}
