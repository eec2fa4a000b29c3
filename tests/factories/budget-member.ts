import { AddressBudget } from '../../server/runtime/rate-budget/address-budget.ts';
import type { Bus } from '../../server/runtime/bus/bus.ts';

export const ORIGIN = 'https://api.exchange.example';

export interface MemberOptions {
  address?: string;
  origin?: string;
  /** Ms. */
  roundMs?: number;
}

/** A process that shares an exchange's limit, and has used as much as a test says. */
export function budgetMember(bus: Bus, { address, origin = ORIGIN, roundMs = 1_000 }: MemberOptions = {}) {
  const shared = new AddressBudget({ bus, address, roundMs });
  let used = 0;
  const allotment = shared.allot(origin, () => used);
  const use = (count: number) => {
    used = count;
  };
  return { ...allotment, use, stop: () => shared.stop() };
}
export type BudgetMember = ReturnType<typeof budgetMember>;

export const sharesOf = (members: readonly BudgetMember[]) => members.map(({ share }) => share());
