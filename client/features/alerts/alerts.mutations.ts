import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Alert,
  type CreateAlert,
  createAlert,
  deleteAlert,
  seeAlert,
  type UpdateAlert,
  updateAlert,
} from '#contracts/alerts.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { withAlert } from './alert-pages.ts';
import { alertListKey, type AlertPages, unseenKey } from './alerts.queries.ts';

const say = (error: Error) => toast.error(sentenceOf(error));
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: alertListKey });

function show(client: QueryClient, alert: Alert): void {
  client.setQueriesData<AlertPages>({ queryKey: alertListKey }, (pages) => pages && withAlert(pages, alert));
}

export function useAddAlert(onAdded: (alert: Alert) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: CreateAlert) => call(createAlert, { json }),
    onSuccess: async ({ error, alert }) => {
      if (error !== null || !alert) {
        toast.error(error ?? 'Something went wrong');
        return;
      }
      toast.success('Alert added');
      onAdded(alert);
      await readAgain(client);
    },
    onError: say,
  });
}

/** Shown at once; a refusal brings the alert back as it was. */
export function useChangeAlert(before: Alert) {
  const client = useQueryClient();
  const undo = (error: string) => {
    show(client, before);
    toast.error(error);
  };
  return useMutation({
    mutationFn: (change: Omit<UpdateAlert, 'id'>) => call(updateAlert, { json: { id: before.id, ...change } }),
    onMutate: (change) => show(client, { ...before, ...(change as Partial<Alert>) }),
    onSuccess: ({ error, alert }) => {
      if (alert) show(client, alert);
      else undo(error ?? 'Something went wrong');
    },
    onError: (error) => undo(sentenceOf(error)),
  });
}

export function useSeeAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Alert) => call(seeAlert, { params: { id } }),
    onMutate: (alert) => {
      show(client, { ...alert, seen: true });
      client.setQueryData<string[]>(unseenKey, (ids) => ids?.filter((id) => id !== alert.id));
    },
    onError: (error, alert) => {
      show(client, alert);
      void client.invalidateQueries({ queryKey: unseenKey });
      say(error);
    },
  });
}

export function useDeleteAlert(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteAlert, { params: { id } }),
    onSuccess: async () => {
      toast.success('Deleted successfully');
      onDone();
      await Promise.all([readAgain(client), client.invalidateQueries({ queryKey: unseenKey })]);
    },
    onError: (error) => {
      toast.error(sentenceOf(error));
      onDone();
    },
  });
}
