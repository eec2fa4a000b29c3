import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Alert,
  type AlertThen,
  changeAlertCall,
  type CreateAlert,
  createAlert,
  deleteAlert,
  seeAlert,
  type UpdateAlert,
  updateAlert,
} from '#contracts/alerts.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { call, isUnreached } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { withAlert, withNewAlert, withoutAlert } from './alert-pages.ts';
import { lostChangeText } from './queue/lost-change-text.ts';
import { fieldsOf, madeNow, sentNow, queuedEdits } from './queue/queued-edits.ts';
import { alertListKey, type AlertPages, type AlertsFilter } from './alerts.queries.ts';
import { alertsKey, unseenKey } from './unseen.queries.ts';

type Change = Omit<UpdateAlert, 'id' | 'made'>;

const showError = (error: Error) => toast.error(sentenceOf(error));

function show(client: QueryClient, alert: Alert): void {
  client.setQueriesData<AlertPages>({ queryKey: alertListKey }, (pages) => pages && withAlert(pages, alert));
}

/** Invalidates only after the last mutation: an earlier answer would revert the others. */
function invalidateAfterLast(client: QueryClient): void {
  if (client.isMutating({ mutationKey: alertsKey }) === 1) void client.invalidateQueries({ queryKey: alertsKey });
}

export function useAddAlert(onAdded: (alert: Alert) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: alertsKey,
    mutationFn: (json: CreateAlert) => call(createAlert, { json }),
    onSuccess: ({ error, alert }) => {
      if (error !== null || !alert) {
        toast.error(error ?? 'Something went wrong');
        return;
      }
      toast.success('Alert added');
      for (const [queryKey, pages] of client.getQueriesData<AlertPages>({ queryKey: alertListKey }))
        if (pages) client.setQueryData(queryKey, withNewAlert(pages, alert, queryKey.at(-1) as AlertsFilter));
      onAdded(alert);
    },
    onError: showError,
    onSettled: () => invalidateAfterLast(client),
  });
}

/** Snapshots the lists; the returned function restores them with their timestamps. */
function snapshotLists(client: QueryClient): () => void {
  const lists = client.getQueryCache().findAll({ queryKey: alertListKey });
  const kept = lists.map(({ queryKey, state: { data, dataUpdatedAt } }) => ({ queryKey, data, dataUpdatedAt }));
  return () => {
    for (const { queryKey, data, dataUpdatedAt: updatedAt } of kept) client.setQueryData(queryKey, data, { updatedAt });
  };
}

interface ChangeOptions {
  onSuccess?: (answer: { error: string | null }) => void;
}

/** Optimistic; rolled back on refusal, queued while offline. */
export function useChangeAlert(before: Alert) {
  const client = useQueryClient();
  const undo = (error: string) => {
    show(client, before);
    toast.error(error);
  };
  const { mutate } = useMutation({
    mutationKey: alertsKey,
    mutationFn: (edit: UpdateAlert) => call(updateAlert, { json: sentNow(edit) }),
    onMutate: async (edit) => {
      await client.cancelQueries({ queryKey: alertListKey });
      const restore = snapshotLists(client);
      const person = client.getQueryData<{ id: string } | null>(['user'])?.id;
      show(client, { ...before, ...(fieldsOf(edit) as Partial<Alert>) });
      return { restore, person };
    },
    onSuccess: ({ error, alert, lost }, edit) => {
      if (!alert) return undo(error ?? 'Something went wrong');
      queuedEdits.forget(edit);
      const kept = lostChangeText(alert, lost);
      if (kept) toast.warning(kept);
      show(client, alert);
    },
    onError: (error, edit, kept) => {
      if (!isUnreached(error) || !kept?.person) return undo(sentenceOf(error));
      kept.restore();
      queuedEdits.add(before, edit, kept.person);
    },
    onSettled: () => invalidateAfterLast(client),
  });
  return {
    mutate: (change: Change, options: ChangeOptions = {}) =>
      mutate({ ...change, id: before.id, made: madeNow() }, options),
  };
}

/** Which hook it calls when it fires. Needs a connection: it is not queued. */
export function useChangeCall(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: alertsKey,
    mutationFn: ({ id, calls }: { id: string; calls: AlertThen | null }) =>
      // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
      call(changeAlertCall, { params: { id }, json: { then: calls } }),
    onSuccess: ({ error, alert }) => {
      if (error !== null || !alert) {
        toast.error(error ?? 'Something went wrong');
        return;
      }
      toast.success(alert.then ? 'It calls the hook from now on' : 'It calls no hook from now on');
      show(client, alert);
      onDone();
    },
    onError: showError,
    onSettled: () => invalidateAfterLast(client),
  });
}

/** Edits a text field; its toast offers to undo. */
export function useEditAlert(before: Alert) {
  const { mutate } = useChangeAlert(before);
  return (change: Pick<Change, 'price' | 'comment'>) => {
    const { price, comment } = before;
    const old: Change = change.price ? { price: price ?? undefined } : { comment };
    const press = () => mutate(old);
    const message = change.price ? `Price changed to ${grouped(change.price)}` : 'Comment changed';
    mutate(change, {
      onSuccess: ({ error }) => {
        if (error === null) toast.info(message, { actions: [{ label: 'Undo', press }] });
      },
    });
  };
}

export function useSeeAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: alertsKey,
    mutationFn: ({ id }: Alert) => call(seeAlert, { params: { id } }),
    onMutate: async (alert) => {
      await client.cancelQueries({ queryKey: alertsKey });
      show(client, { ...alert, seen: true });
      client.setQueriesData<string[]>({ queryKey: unseenKey }, (ids) => ids?.filter((id) => id !== alert.id));
    },
    onError: (error, alert) => {
      show(client, alert);
      showError(error);
    },
    onSettled: () => invalidateAfterLast(client),
  });
}

export function useDeleteAlert(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: alertsKey,
    mutationFn: (id: string) => call(deleteAlert, { params: { id } }),
    onSuccess: (_, id) => {
      toast.success('Deleted successfully');
      client.setQueriesData<AlertPages>({ queryKey: alertListKey }, (pages) => pages && withoutAlert(pages, id));
    },
    onError: showError,
    onSettled: () => {
      invalidateAfterLast(client);
      onDone();
    },
  });
}
