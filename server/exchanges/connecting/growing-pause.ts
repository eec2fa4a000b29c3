/** Doubling from `first` to `most`, each between half and whole, so that many clients do not knock at once. */
export function growingPause(first: number, most: number) {
  let next = first;
  return {
    take(): number {
      const pause = next * (0.5 + Math.random() / 2);
      next = Math.min(next * 2, most);
      return pause;
    },
    reset(): void {
      next = first;
    },
  };
}
