import type { UserInfo } from '#contracts/accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../../../lib/call.ts';
import { toast } from '../../../../ui/toast.ts';
import { proofsQuery } from '../../proofs.queries.ts';
import { sessionsQuery } from '../sessions/sessions.queries.ts';
import { changesOf, type Draft, type DraftFaults, draftFaults } from './profile-draft.ts';
import { type ProfileChange, useChangeProfile } from './profile.mutations.ts';

type Name = keyof Draft;
const NAMES: readonly Name[] = ['username', 'telegram', 'password', 'confirmation'];

/** Errors that only the server can find, such as a leaked password. */
const refusedBy = (error: unknown): DraftFaults =>
  error instanceof CallError ? Object.fromEntries(error.issues.map(({ path, message }) => [path, message])) : {};

/** Errors appear after the first attempt to save, and follow the typing from then on. */
export function useProfileForm(user: UserInfo) {
  const client = useQueryClient();
  const changing = useChangeProfile();
  const [draft, setDraft] = useState<Draft>({});
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<DraftFaults>({});
  const faults = { ...refused, ...(tried ? draftFaults(draft, user.email) : {}) };

  const cancel = () => {
    setDraft({});
    setTried(false);
    setRefused({});
  };
  async function apply(change: ProfileChange): Promise<void> {
    await changing.mutateAsync(change);
    if (change.password === undefined) return;
    toast.success('Password changed. All other devices are signed out.');
    await Promise.all([client.invalidateQueries(sessionsQuery), client.invalidateQueries(proofsQuery)]);
  }
  async function saveAll(): Promise<void> {
    try {
      for (const change of changesOf(draft, user)) await apply(change);
      cancel();
    } catch (error) {
      setRefused(refusedBy(error));
    }
  }
  return {
    draft,
    faults,
    busy: changing.isPending,
    isEditing: Object.keys(draft).length > 0,
    edit(name: Name, typed: string) {
      setDraft((before) => ({ ...before, [name]: typed }));
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
    },
    cancel,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      setTried(true);
      const found = draftFaults(draft, user.email);
      const wrong = NAMES.find((name) => name in found);
      if (wrong) event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
      else if (!changing.isPending) void saveAll();
    },
  };
}
export type ProfileForm = ReturnType<typeof useProfileForm>;
