import { cleanNumber } from '#contracts/rules/number-input.ts';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import type { SizeDraft, SizeFaults } from './size-rule.ts';

const KINDS = [
  { value: 'proportional', label: 'Proportional' },
  { value: 'fixed', label: 'Fixed amount' },
] as const;
const DECIMALS = 8;

interface FieldsProps {
  draft: SizeDraft;
  faults: SizeFaults;
  onChange: (change: Partial<SizeDraft>) => void;
}

export const SizeFields = ({ draft, faults, onChange }: FieldsProps) => (
  <>
    <Segments
      label="Size of each deal"
      labelHidden
      options={KINDS}
      value={draft.kind}
      onChange={(kind) => onChange({ kind })}
    />
    {draft.kind === 'proportional' ? (
      <Field
        label="Multiplier"
        decimal
        value={draft.multiplier}
        error={faults.multiplier}
        hint="1 spends the same share of this key's balance as the main key spends of its own."
        onChange={(event) => onChange({ multiplier: cleanNumber(event.target.value, DECIMALS) })}
      />
    ) : (
      <Field
        label="Amount of each deal"
        decimal
        trailing="USDT"
        value={draft.fixed}
        error={faults.fixed}
        hint="The same for every deal. On pairs priced in another currency, USDT is converted at the current price."
        onChange={(event) => onChange({ fixed: cleanNumber(event.target.value, DECIMALS) })}
      />
    )}
    <Field
      label="Maximum per deal"
      decimal
      trailing="USDT"
      placeholder="None"
      value={draft.ceiling}
      error={faults.ceiling}
      hint="No copy on this key spends more, converted at the current price. Leave empty for no maximum."
      onChange={(event) => onChange({ ceiling: cleanNumber(event.target.value, DECIMALS) })}
    />
  </>
);
