import { nextTask } from '../lib/next-task.ts';

/** A tenth of what may hold up input, ms: reading the frames of one message comes on top. */
const LONGEST_TURN = 5;

interface Page {
  now: () => number;
  /** Timers of a hidden page fire once a second or less, and no input waits there. */
  isHidden: () => boolean;
}

const THIS_PAGE: Page = { now: () => performance.now(), isHidden: () => document.visibilityState === 'hidden' };

/**
 * Handles items in the order in which they came, for so long at a time that input is not held up: a deal that is copied to
 * twenty keys comes as dozens of messages at once. What fits into the current task is handled in it.
 */
export function inTurns<Item extends object>(handle: (item: Item) => void, { now, isHidden }: Page = THIS_PAGE) {
  const waiting: Item[] = [];
  let turnEnds: number | null = null;

  const hasTime = () => isHidden() || (turnEnds !== null && now() < turnEnds);

  /** Until the task after this one, in which what still waits has its turn. */
  async function begin(): Promise<void> {
    turnEnds = now() + LONGEST_TURN;
    await nextTask();
    turnEnds = null;
    goOn();
  }

  function goOn(): void {
    if (waiting.length === 0) return;
    void begin();
    while (hasTime()) {
      const [item] = waiting.splice(0, 1);
      if (item === undefined) return;
      handle(item);
    }
  }

  return (item: Item): void => {
    if (turnEnds === null) void begin();
    if (waiting.length === 0 && hasTime()) handle(item);
    else waiting.push(item);
  };
}
