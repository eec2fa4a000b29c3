import type { UserEvent } from '../user-reports.ts';

export const REPORT_MODES = ['doubled', 'reversed', 'delayed', 'dropped'] as const;
/** `reversed` holds the reports until all are there, `delayed` sends each of them `ms` late, while others pass. */
export type ReportMode = (typeof REPORT_MODES)[number];

const LATE_MS = 1000;

interface Counted {
  /** How many reports it applies to; null is all until it is lifted. */
  times: number | null;
  /** Only the reports of this key. */
  key?: string | undefined;
}
interface Disorder extends Counted {
  mode: ReportMode;
  ms?: number | undefined;
}
interface OutgoingReport {
  apiKey: string;
  event: UserEvent;
  send: (event: UserEvent) => void;
}
type Active = Disorder & { held: (() => void)[] };

const isTarget = ({ key }: Counted, { apiKey }: OutgoingReport): boolean => key === undefined || key === apiKey;
const isReport = ({ e }: UserEvent): boolean => e === 'executionReport';

/** A fill whose report has no last price, as was recorded of the real exchange: `Z` and `z` are right. */
const withoutPrice = (event: UserEvent): UserEvent => ({ ...event, L: '0', Y: '0' });

/** What faults do to the execution reports of the user data stream. */
export class ReportFaults {
  #disorders: Active[] = [];
  #priceless: Counted[] = [];

  disorder(disorder: Disorder): void {
    if (disorder.times === 0) this.#lift();
    else this.#disorders.push({ ...disorder, held: [] });
  }

  hidePrices(counted: Counted): void {
    if (counted.times === 0) this.#priceless = [];
    else this.#priceless.push({ ...counted });
  }

  reset(): void {
    this.#priceless = [];
    this.#lift();
  }

  send(report: OutgoingReport): void {
    if (!isReport(report.event)) return report.send(report.event);
    const event = this.#shown(report);
    const disorder = this.#disorders.find((each) => isTarget(each, report));
    if (!disorder) return report.send(event);
    if (disorder.times !== null) disorder.times -= 1;
    if (disorder.times === 0) this.#disorders = this.#disorders.filter((each) => each !== disorder);
    deliver(disorder, () => report.send(event));
  }

  #shown(report: OutgoingReport): UserEvent {
    const { event } = report;
    const counted = event['x'] === 'TRADE' && this.#priceless.find((each) => isTarget(each, report));
    if (!counted) return event;
    if (counted.times !== null) counted.times -= 1;
    this.#priceless = this.#priceless.filter(({ times }) => times !== 0);
    return withoutPrice(event);
  }

  /** Sends what is held. */
  #lift(): void {
    const lifted = this.#disorders;
    this.#disorders = [];
    for (const { held } of lifted) for (const send of held.toReversed()) send();
  }
}

function deliver({ mode, times, ms, held }: Active, send: () => void): void {
  if (mode === 'doubled') {
    send();
    send();
  } else if (mode === 'delayed') setTimeout(send, ms ?? LATE_MS).unref();
  else if (mode === 'reversed') {
    held.push(send);
    if (times === 0) for (const each of held.toReversed()) each();
  }
}
