/** A Storage that keeps its entries in this map. */
export const memoryStorage = (kept = new Map<string, string>()): Storage => ({
  get length() {
    return kept.size;
  },
  key: (at) => [...kept.keys()][at] ?? null,
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, value),
  removeItem: (name) => void kept.delete(name),
  clear: () => kept.clear(),
});
