import type { UserInfo } from '#contracts/accounts.ts';
import { Telegram, Username } from '#contracts/profile.ts';
import { PASSWORDS_DIFFER, passwordFault } from '#contracts/rules/password.ts';
import * as z from 'zod/mini';
import type { ProfileChange } from './profile.mutations.ts';

/** Only fields that are being edited are present. */
export interface Draft {
  username?: string;
  telegram?: string;
  password?: string;
  confirmation?: string;
}
export type DraftFaults = Partial<Record<keyof Draft, string>>;

const faultOf = (schema: z.ZodMiniType, typed: string): string | null =>
  z.safeParse(schema, typed).error?.issues[0]?.message ?? null;

const passwordFaults = ({ password, confirmation = '' }: Draft, email: string): [keyof Draft, string | null][] =>
  password === undefined
    ? []
    : [
        ['password', passwordFault(password, email)],
        ['confirmation', password === confirmation ? null : PASSWORDS_DIFFER],
      ];

/** Validation errors by field. */
export function draftFaults(draft: Draft, email: string): DraftFaults {
  const { username, telegram } = draft;
  const faults: [keyof Draft, string | null][] = [
    ['username', username === undefined ? null : faultOf(Username, username)],
    ['telegram', telegram === undefined ? null : faultOf(Telegram, telegram)],
    ...passwordFaults(draft, email),
  ];
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null));
}

/** Calls needed to save the draft; unchanged fields need none. */
export function changesOf({ username, telegram, password }: Draft, user: UserInfo): ProfileChange[] {
  const changes: ProfileChange[] = [];
  if (username !== undefined && username.trim() !== user.username) changes.push({ username });
  if (telegram !== undefined && telegram.trim() !== user.telegram) changes.push({ telegram });
  if (password !== undefined) changes.push({ password, passwordConfirmation: password });
  return changes;
}
