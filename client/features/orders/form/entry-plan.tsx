import type { Big } from 'big.js';
import { useEffect } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { PlannedExits } from '#contracts/plan-fields.ts';
import type { Side } from '#contracts/symbol.ts';
import { classes } from '../../../ui/classes.ts';
import { type PlanDraft, type PlanPlace, planParts } from '../rows/plan/plan-draft.ts';
import { PlanReceipt } from '../rows/plan/plan-receipt.tsx';
import { StopFields, TimeFields } from '../rows/plan/plan-stop.tsx';
import { TargetRows } from '../rows/plan/plan-targets.tsx';
import styles from './order-form.module.css';
import type { DraftPlan } from './order-draft.ts';

const placeIn = (side: Side, pair: Pair, entry: Big | null): PlanPlace => ({
  side,
  entry,
  tick: pair.counterStepSize,
  counterRound: pair.counterRound,
  baseRound: pair.baseRound,
  baseCurrency: pair.baseCurrency,
  counterCurrency: pair.counterCurrency,
  counterAmountDecimals: pair.counterAmountDecimals,
});

interface Props {
  side: Side;
  pair: Pair;
  /** The price that percentages are of; null while it is not known. */
  entry: Big | null;
  plan: DraftPlan;
  onChange: (plan: DraftPlan) => void;
}

/** U-8: the exit plan that an order is to have. */
export function EntryPlanFields({ side, pair, entry, plan, onChange }: Props) {
  const { typed, parts } = plan;
  const place = placeIn(side, pair, entry);
  const change = (draft: PlanDraft) => onChange({ typed: draft, parts: planParts(draft, place) });
  // One that was kept while another page was visited, or whose line was moved, has not been read yet; percentages follow the entry.
  useEffect(() => {
    const now = planParts(typed, place);
    if (parts === undefined || JSON.stringify(now) !== JSON.stringify(parts)) onChange({ typed, parts: now });
  });
  const fields = { place, draft: typed, onChange: change };
  return (
    <div className={styles.inset}>
      <TargetRows {...fields} />
      <StopFields {...fields} />
      <TimeFields {...fields} />
    </div>
  );
}

/** Who would hold what, and what the deal comes to either way. */
export const EntryPlanReceipt = ({
  side,
  pair,
  planned,
  outdated,
}: Pick<Props, 'side' | 'pair'> & { planned: PlannedExits; outdated: boolean }) => (
  <section className={classes(styles.inset, outdated && styles.outdated)} aria-label="What the plan would do">
    <PlanReceipt place={placeIn(side, pair, null)} of={planned} />
  </section>
);
