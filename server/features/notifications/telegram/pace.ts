/** Between messages to one chat, in ms: a little more than the second that Telegram requires. */
const CHAT_PAUSE = 1_100;
/** to all chats in any second; Telegram allows 30. */
const IN_A_SECOND = 25;
const SITE_PAUSE = 1_000 / IN_A_SECOND;

interface Chat {
  /** When the chat may get its next message, and the next slot for a waiting one. */
  free: number;
  next: number;
}

/** Rate limits of Telegram, per chat and in total. Times are epoch ms. */
export class Pace {
  readonly #chats = new Map<string, Chat>();
  /** The last times of sending, over all chats. */
  #recent: number[] = [];
  #next = 0;

  /** `now` when a message to this chat may be sent, which is then counted; else when to ask again. */
  ask(chatId: string, now: number): number {
    this.#forget(now);
    const { free, next } = this.#chats.get(chatId) ?? { free: 0, next: 0 };
    const siteFree = this.#siteFree();
    if (free <= now && siteFree <= now) {
      this.#chats.set(chatId, { free: now + CHAT_PAUSE, next });
      this.#recent = [...this.#recent.slice(1 - IN_A_SECOND), now];
      return now;
    }
    const turn = free <= now ? 0 : Math.max(free, next);
    const siteTurn = siteFree <= now ? 0 : Math.max(siteFree, this.#next);
    const at = Math.max(turn, siteTurn);
    if (turn > 0) this.#chats.set(chatId, { free, next: at + CHAT_PAUSE });
    if (siteTurn > 0) this.#next = siteTurn + SITE_PAUSE;
    return Math.ceil(at);
  }

  /** Blocks this chat until then. */
  suspend(chatId: string, until: number): void {
    const { free, next } = this.#chats.get(chatId) ?? { free: 0, next: 0 };
    this.#chats.set(chatId, { free: Math.max(free, until), next });
  }

  #siteFree(): number {
    const [oldest] = this.#recent;
    return oldest !== undefined && this.#recent.length >= IN_A_SECOND ? oldest + 1_000 : 0;
  }

  #forget(now: number): void {
    for (const [chatId, { free, next }] of this.#chats) if (free < now && next < now) this.#chats.delete(chatId);
  }
}
