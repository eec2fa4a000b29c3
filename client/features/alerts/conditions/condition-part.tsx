import type { ComponentProps } from 'react';
import { isOccasion } from '#contracts/alert-conditions.ts';
import type { Informing } from '#contracts/alerts.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { AlertPreview } from './alert-preview.tsx';
import { readCondition } from './condition-draft.ts';
import { ConditionFields } from './condition-fields.tsx';

interface Props extends ComponentProps<typeof ConditionFields> {
  market: Market;
  pair: Pair | null;
  informing: Informing | '';
}

/** The fields of a condition, and how often it would have been met. */
export function ConditionPart({ market, pair, informing, ...fields }: Props) {
  const read = readCondition(fields.draft);
  return (
    <>
      <ConditionFields {...fields} />
      {pair && 'condition' in read && !isOccasion(read.condition) ? (
        <AlertPreview market={market} pair={pair} awaited={read} informing={informing} />
      ) : null}
    </>
  );
}
