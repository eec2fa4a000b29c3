const NOTHING: ReadonlySet<never> = new Set<never>();

/** Sets by key; empty ones are dropped. */
export class SetsByKey<T> {
  readonly #sets = new Map<string, Set<T>>();

  of(key: string): ReadonlySet<T> {
    return this.#sets.get(key) ?? NOTHING;
  }

  /** One item of each set. */
  firsts(): T[] {
    return [...this.#sets.values()].flatMap((set) => [...set].slice(0, 1));
  }

  add(key: string, item: T): void {
    const set = this.#sets.get(key);
    if (set) set.add(item);
    else this.#sets.set(key, new Set([item]));
  }

  remove(key: string, item: T): void {
    const set = this.#sets.get(key);
    if (set?.delete(item) && set.size === 0) this.#sets.delete(key);
  }
}
