/** Work that goes on by itself, until it has ended; stopping waits for it. */
export class UnderWay {
  readonly #work = new Set<Promise<void>>();

  get size(): number {
    return this.#work.size;
  }

  /** Resolves when it has ended; where it fails, `onFailure` gets the reason. */
  add(work: Promise<void>, onFailure: (error: unknown) => void): Promise<void> {
    const ended: Promise<void> = work.catch(onFailure).finally(() => this.#work.delete(ended));
    this.#work.add(ended);
    return ended;
  }

  /** All that is under way now has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#work);
  }
}
