import { type FormEvent, useId, useState } from 'react';
import type { CreateHook, Hook } from '#contracts/hooks.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { type Choices, Fields, type HookKey } from './hook-fields.tsx';
import records from '../../ui/records.module.css';
import { useChangeTemplate, useCreateHook } from './hooks.mutations.ts';
import { type Draft, draftOf, type Faults, NEW_DRAFT, readDraft } from './new-hook.ts';

interface Props extends Choices {
  /** The one to change; null for a new one. */
  hook: Hook | null;
  offline: boolean;
  onClose: () => void;
  onCreated: (hook: Hook) => void;
}

/** What a change comes to. */
function noteOf(hook: Hook | null): string {
  if (!hook)
    return 'A sender chooses only among what you allow here. It begins as a dry run: nothing is traded before you switch it to live.';
  return hook.live
    ? 'This hook is live: changes apply from its next signal. What it has opened stays as it is.'
    : 'Changes apply from its next signal. It stays a dry run.';
}

const Title = ({ hook }: Pick<Props, 'hook'>) =>
  hook ? (
    <>
      Change <bdi>{hook.template.name}</bdi>
    </>
  ) : (
    'New signal hook'
  );

function useDraft(hook: Hook | null) {
  const [draft, setDraft] = useState(() => (hook ? draftOf(hook.template) : NEW_DRAFT));
  const [faults, setFaults] = useState<Faults>({});
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setFaults({});
  };
  return { draft, faults, set, setFaults };
}

/** The key that it trades with; the hook's own, also where that is gone. */
function keyOf({ keys, hook }: Props, uid: string | undefined): HookKey | undefined {
  const found = keys.find((one) => one.uid === uid);
  if (found || !hook) return found;
  const { mainUid, connectorName, template } = hook;
  return { uid: mainUid, name: connectorName ?? '', market: template.market, isActive: false, copies: 0 };
}

function useSaving({ hook, onClose, onCreated }: Props) {
  const creating = useCreateHook(onCreated);
  const changing = useChangeTemplate(onClose);
  const { isPending, error } = hook ? changing : creating;
  const save = (json: CreateHook) => {
    const { mainUid: _, ...template } = json;
    // What the form does not show stays as it is.
    if (hook) changing.mutate({ hookId: hook.hookId, template: { ...hook.template, ...template } });
    else creating.mutate(json);
  };
  return { save, isPending, error };
}

/** What signals may do, and with how much: of a new address, or of one that there is. */
export function HookDialog(props: Props) {
  const { keys, bots, PairField, hook, offline, onClose } = props;
  const form = useId();
  const { setFaults, ...part } = useDraft(hook);
  const [uid, setUid] = useState(hook?.mainUid ?? keys.find(({ isActive }) => isActive)?.uid ?? keys[0]?.uid);
  const { save, isPending, error } = useSaving(props);
  const apiKey = keyOf(props, uid);
  if (!apiKey) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || offline) return;
    const read = readDraft(part.draft, apiKey);
    if ('faults' in read) setFaults(read.faults);
    else save(read.json);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={<Title hook={hook} />}
      footer={
        <DialogActions type="submit" form={form} onBack={onClose} disabled={offline} busy={isPending}>
          {hook ? 'Save' : 'Create'}
        </DialogActions>
      }
    >
      <form id={form} className={records.stack} onSubmit={submit} noValidate>
        <p className={records.muted}>{noteOf(hook)}</p>
        <Fields {...part} {...{ keys, bots, PairField, apiKey }} onKey={hook ? null : setUid} />
        {error ? (
          <p className={records.fault} role="alert">
            {error.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
