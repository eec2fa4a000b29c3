import type { UserEvent } from '../user-reports.ts';

export const REPORT_MODES = ['doubled', 'reversed', 'delayed', 'dropped'] as const;
/** `reversed` keeps the reports until all are there, `delayed` sends each of them `ms` late, while others pass. */
export type ReportMode = (typeof REPORT_MODES)[number];

const LATE_MS = 1000;

interface Counted {
  /** How many reports it strikes; null is all until it is lifted. */
  times: number | null;
  /** Only the reports of this key. */
  key?: string | undefined;
}
interface Disorder extends Counted {
  mode: ReportMode;
  ms?: number | undefined;
}
interface Passing {
  apiKey: string;
  event: UserEvent;
  send: (event: UserEvent) => void;
}
type Active = Disorder & { kept: (() => void)[] };

const isMeant = ({ key }: Counted, { apiKey }: Passing): boolean => key === undefined || key === apiKey;
const isReport = ({ e }: UserEvent): boolean => e === 'executionReport';

/** A fill whose report has no last price, as recorded: `Z` and `z` are right. */
const withoutPrice = (event: UserEvent): UserEvent => ({ ...event, L: '0', Y: '0' });

/** How execution reports reach the user data stream, as a test has ordered. */
export class Reporting {
  #disorders: Active[] = [];
  #priceless: Counted[] = [];

  disorder(disorder: Disorder): void {
    if (disorder.times === 0) this.#lift();
    else this.#disorders.push({ ...disorder, kept: [] });
  }

  hidePrices(counted: Counted): void {
    if (counted.times === 0) this.#priceless = [];
    else this.#priceless.push({ ...counted });
  }

  reset(): void {
    this.#priceless = [];
    this.#lift();
  }

  pass(passing: Passing): void {
    if (!isReport(passing.event)) return passing.send(passing.event);
    const event = this.#shown(passing);
    const disorder = this.#disorders.find((each) => isMeant(each, passing));
    if (!disorder) return passing.send(event);
    if (disorder.times !== null) disorder.times -= 1;
    if (disorder.times === 0) this.#disorders = this.#disorders.filter((each) => each !== disorder);
    strike(disorder, () => passing.send(event));
  }

  #shown(passing: Passing): UserEvent {
    const { event } = passing;
    const counted = event['x'] === 'TRADE' && this.#priceless.find((each) => isMeant(each, passing));
    if (!counted) return event;
    if (counted.times !== null) counted.times -= 1;
    this.#priceless = this.#priceless.filter(({ times }) => times !== 0);
    return withoutPrice(event);
  }

  /** What is kept goes out. */
  #lift(): void {
    const lifted = this.#disorders;
    this.#disorders = [];
    for (const { kept } of lifted) for (const send of kept.toReversed()) send();
  }
}

function strike({ mode, times, ms, kept }: Active, send: () => void): void {
  if (mode === 'doubled') {
    send();
    send();
  } else if (mode === 'delayed') setTimeout(send, ms ?? LATE_MS).unref();
  else if (mode === 'reversed') {
    kept.push(send);
    if (times === 0) for (const each of kept.toReversed()) each();
  }
}
