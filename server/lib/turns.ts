/** Waiting work, by lane. */
interface Waiting {
  first: (() => void)[];
  others: (() => void)[];
}
type Lane = keyof Waiting;

/** While both lanes wait, the first gets three turns of four. */
const IN_A_ROW = 3;

interface TurnOptions {
  /** How much work runs at once. */
  slots: number;
  /** How much work each lane may hold, running or waiting. */
  most: Record<Lane, number>;
  refuse: (lane: Lane) => Error;
}

/** Runs work when it is its turn; the first lane never waits behind a queue of the others. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export function turns({ slots, most, refuse }: TurnOptions) {
  const waiting: Waiting = { first: [], others: [] };
  const inside: Record<Lane, number> = { first: 0, others: 0 };
  let free = slots;
  let inARow = 0;

  function next(): (() => void) | undefined {
    const isTheirTurn = waiting.first.length === 0 || inARow >= IN_A_ROW;
    const lane = isTheirTurn && waiting.others.length > 0 ? 'others' : 'first';
    inARow = lane === 'first' ? inARow + 1 : 0;
    return waiting[lane].shift();
  }

  const inTurnOf =
    (lane: Lane): InTurn =>
    async (work) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((go) => waiting[lane].push(go));
      try {
        return await work();
      } finally {
        const go = next();
        if (go) go();
        else free += 1;
      }
    };
  const inTurn = { first: inTurnOf('first'), others: inTurnOf('others') };

  return {
    /** Refuses at once when the lane is full. Admitted work may call `inTurn` repeatedly. */
    async enter<T>(lane: Lane, work: (inTurn: InTurn) => Promise<T>): Promise<T> {
      if (inside[lane] >= most[lane]) throw refuse(lane);
      inside[lane] += 1;
      try {
        return await work(inTurn[lane]);
      } finally {
        inside[lane] -= 1;
      }
    },
  };
}
