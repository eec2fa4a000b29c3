/** A silence that an exchange asked for. */
export interface Silence {
  /** Of the refusal that asked for it: receiving it twice does not prolong it. */
  id: string;
  /** What is left of it: a duration, since the clocks of two machines differ. */
  ms: number;
}

/** What one process knows of an exchange address. */
export interface OriginReport {
  /** Requests or weight that the process itself has used lately. */
  use: number;
  silence: Silence | null;
}

/** What processes of one outgoing address say to each other. */
export type Announcement =
  | { kind: 'use'; id: string; asksOthers: boolean; origins: Record<string, OriginReport> }
  | { kind: 'silence'; id: string; origin: string; silence: Silence }
  | { kind: 'leave'; id: string };

/** The subject for an outgoing address, which may hold characters that a subject may not. */
export const budgetSubject = (address: string | undefined): string =>
  `budget.of-${Buffer.from(address ?? '').toString('base64url')}`;
