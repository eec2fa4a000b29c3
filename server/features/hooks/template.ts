import * as z from 'zod/mini';
import { HookTemplate, type StoredTemplate } from '#contracts/hooks.ts';
import type { HookRow } from './hooks.store.ts';

export const templateOf = ({ template }: Pick<HookRow, 'template'>): HookTemplate => z.decode(HookTemplate, template);
export const storedTemplate = (template: HookTemplate): StoredTemplate => z.encode(HookTemplate, template);
