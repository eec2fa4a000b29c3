import { useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { isHeld } from '../../figures/block-state.ts';
import { waits } from '../targets/target-text.ts';
import { TargetsDialog } from '../targets/targets-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';

interface Props {
  block: OrderBlock;
  offline: boolean;
  onClose: () => void;
}

/** EX-1: plans are for blocks that earn counter currency, from the entry on. */
const mayPlan = (block: OrderBlock): boolean =>
  block.counterEarning && (waits(block) || (isHeld(block) && block.firstFilledQuantity.gt(0)));

/** How a block ends: one take profit and one stop, or a plan of several. */
export function ExitsDialog(props: Props) {
  const [several, setSeveral] = useState(props.block.plan !== undefined);
  if (several) return <PlanDialog {...props} />;
  return <TargetsDialog {...props} onSeveral={mayPlan(props.block) ? () => setSeveral(true) : null} />;
}
