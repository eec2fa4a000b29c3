import { backoff, jittered } from '#contracts/rules/backoff.ts';

/** Growing delays between attempts to connect, from half to the whole of each. */
export function reconnectDelays(min: number, max: number) {
  let retries = 0;
  return {
    next(): number {
      retries += 1;
      return jittered(backoff(retries, { min, max }), [0.5, 1]);
    },
    reset(): void {
      retries = 0;
    },
  };
}
