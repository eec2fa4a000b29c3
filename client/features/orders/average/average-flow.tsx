import type { OpenFilter } from '../open-blocks.queries.ts';
import type { WantedPurchase } from './bring-to.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

/** What the Average menu of the market's header was asked for. */
export type AverageWay = 'all' | 'choose' | 'split';

interface Props {
  way: AverageWay;
  filter: OpenFilter;
  /** The ticked blocks. */
  selected: ReadonlySet<string>;
  offline: boolean;
  onClose: () => void;
  onDone: () => void;
  onFill: (purchase: WantedPurchase) => void;
}

/** The dialog of the way that was chosen. */
export function AverageFlow({ way, selected, onFill, ...rest }: Props) {
  if (way === 'split') return <SplitDialog {...rest} />;
  return <JoinDialog {...rest} chosen={way === 'all' ? null : [...selected]} onFill={onFill} />;
}
