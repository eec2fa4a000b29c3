import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { sizeCopyKey } from '#contracts/keys.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import styles from '../components/keys.module.css';
import { useKeyChange } from '../keys.mutations.ts';
import { CopyPreview } from './copy-preview.tsx';
import { draftOf, readSize, type SizeDraft, type SizeFaults } from './size-rule.ts';
import type { ApiKey } from '../key-context.ts';

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

const SizeFields = ({ draft, faults, onChange }: FieldsProps) => (
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

interface Props {
  apiKey: ApiKey;
  mainUid: string;
  onClose: () => void;
}

/** Edits the copy rule with a live preview; stays open after saving. */
export function SizeDialog({ apiKey, mainUid, onClose }: Props) {
  const formId = useId();
  const [draft, setDraft] = useState(() => draftOf(apiKey));
  const [wasTried, setWasTried] = useState(false);
  const read = readSize(draft, apiKey);
  const saving = useKeyChange(sizeCopyKey, () => toast.success('Copy rule saved'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if ('rule' in read && !saving.isPending) saving.mutate({ mainUid, updateUid: apiKey.uid, ...read.rule });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Copy rule of <bdi>{apiKey.name}</bdi>
        </>
      }
      footer={
        <DialogActions back="Close" onBack={onClose} type="submit" form={formId} busy={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save'}
        </DialogActions>
      }
    >
      <form id={formId} method="post" className={styles.form} onSubmit={submit} noValidate>
        <SizeFields
          draft={draft}
          faults={wasTried && 'faults' in read ? read.faults : {}}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </form>
      <CopyPreview apiKey={apiKey} mainUid={mainUid} draft={useDeferredValue(draft)} />
    </Dialog>
  );
}
