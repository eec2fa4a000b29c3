import type { ComponentProps } from 'react';
import { isOccasion } from '#contracts/alert-conditions.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { readCondition } from './condition-draft.ts';
import { ConditionFields } from './condition-fields.tsx';
import { ConditionPreview } from './condition-preview.tsx';

interface Props extends ComponentProps<typeof ConditionFields> {
  market: Market;
  pair: Pair | null;
}

/** The fields of a condition, and how often it would have been met. */
export function ConditionPart({ market, pair, ...fields }: Props) {
  const read = readCondition(fields.draft);
  return (
    <>
      <ConditionFields {...fields} />
      {pair && 'condition' in read && !isOccasion(read.condition) ? (
        <ConditionPreview market={market} pair={pair} condition={read.condition} />
      ) : null}
    </>
  );
}
