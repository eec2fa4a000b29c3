import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changeHook,
  type CreateHook,
  createHook,
  deleteHook,
  type Hook,
  type HookAnswer,
  type HookTemplate,
  renewHookSecret,
  renewHookToken,
  setHookLive,
  testHook,
} from '#contracts/hooks.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { hookList, hooksKey } from './hooks.queries.ts';

const showError = (error: Error) => toast.error(sentenceOf(error));
const look = (client: QueryClient) => client.invalidateQueries({ queryKey: hooksKey });

/** The hook; an answer without one throws its sentence. */
function accepted({ error, hook }: HookAnswer): Hook {
  if (error !== null || !hook) throw new Error(error ?? 'Something went wrong');
  return hook;
}

/** Its address is in the answer, once. */
export function useCreateHook(onCreated: (hook: Hook) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: CreateHook) => accepted(await call(createHook, { json })),
    onSuccess: (hook) => {
      void look(client);
      onCreated(hook);
    },
  });
}

/** What its next signals may do. */
export function useChangeTemplate(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ hookId, template }: { hookId: string; template: HookTemplate }) =>
      accepted(await call(changeHook, { params: { hookId }, json: { template } })),
    onSuccess: async () => {
      await look(client);
      toast.success('Saved. It applies from the next signal on.');
      onDone();
    },
  });
}

export function useRenewHookSecret(onRenewed: (hook: Hook) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (hookId: string) => accepted(await call(renewHookSecret, { params: { hookId }, json: {} })),
    onSuccess: (hook) => {
      void look(client);
      onRenewed(hook);
    },
    onError: showError,
  });
}

export function useRenewToken(onRenewed: (hook: Hook) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (hookId: string) => accepted(await call(renewHookToken, { params: { hookId }, json: {} })),
    onSuccess: (hook) => {
      void look(client);
      onRenewed(hook);
    },
    onError: showError,
  });
}

export function useSetLive(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ hookId, live }: { hookId: string; live: boolean }) =>
      accepted(await call(setHookLive, { params: { hookId }, json: { live } })),
    onSuccess: async ({ live }) => {
      await look(client);
      toast.success(live ? 'Its signals are traded from now on' : 'Its signals are only run dry from now on');
      onDone();
    },
    onError: showError,
  });
}

export function usePauseHook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ hookId, paused }: { hookId: string; paused: boolean }) =>
      accepted(await call(changeHook, { params: { hookId }, json: { paused } })),
    onSettled: () => look(client),
    onError: showError,
  });
}

export function useTestHook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hookId: string) => call(testHook, { params: { hookId }, json: {} }),
    onSuccess: ({ error }) => {
      void look(client);
      if (error === null) toast.success('Sent: the log shows what it would do');
      else toast.error(error);
    },
    onError: showError,
  });
}

export function useDeleteHook(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    // Its log is not asked for any more: it goes with it.
    onMutate: (hookId: string) => client.cancelQueries({ queryKey: [...hooksKey, 'signals', hookId] }),
    mutationFn: (hookId: string) => call(deleteHook, { params: { hookId } }),
    onSuccess: (_, hookId) => {
      client.setQueryData(hookList.queryKey, (hooks) => hooks?.filter((hook) => hook.hookId !== hookId));
      client.removeQueries({ queryKey: [...hooksKey, 'signals', hookId] });
      toast.success('Deleted successfully');
      onDone();
    },
    onError: showError,
  });
}
