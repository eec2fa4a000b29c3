import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { oneTimeTokens, users } from '../../../db/schema/accounts.ts';

const isCode = eq(oneTimeTokens.purpose, 'telegram');

/** A person's linked chat, and the code that links one. */
export function ownChatStore(db: Db, owner: string) {
  const me = eq(users.userId, owner);
  return {
    /** Voids the codes made before. */
    async setCode(code: { tokenHash: Buffer; createdAt: number; expiresAt: number }): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.delete(oneTimeTokens).where(and(isCode, eq(oneTimeTokens.userId, owner)));
        await tx.insert(oneTimeTokens).values({ ...code, userId: owner, purpose: 'telegram', details: {} });
      });
    },
    /** False when nothing was linked, or another chat than the one that is meant. */
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

/** Everybody's chats: the bot learns from a message alone whose it is. */
export function chatsStore(db: Db) {
  return {
    /** Uses up the code. Its owner, or null when it does not hold. */
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
    /** The people whose alerts come to this chat. */
    async owners(chatId: string): Promise<string[]> {
      const found = await db.select({ userId: users.userId }).from(users).where(eq(users.telegramChatId, chatId));
      return found.map(({ userId }) => userId);
    },
  };
}
