/** What came before the network was lost is handed on by then. */
const SETTLE_MS = 1000;
/** Prices come several times a second. */
const SILENCE_MS = 4000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Whether a connection goes on once the browser has lost its network: a missing heart-beat says so 20 s later. A site on
 * the same machine is reached without a network.
 */
export function createDoubt(drop: () => void) {
  let received = 0;
  let doubts = 0;
  return {
    /** A message came. */
    receive(): void {
      received += 1;
    },
    /** There is nothing to doubt any more. */
    end(): void {
      doubts += 1;
    },
    async begin(): Promise<void> {
      doubts += 1;
      const mine = doubts;
      await pause(SETTLE_MS);
      const before = received;
      await pause(SILENCE_MS);
      if (mine === doubts && received === before) drop();
    },
  };
}
