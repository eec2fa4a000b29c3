import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChangeWebhook,
  changeWebhook,
  type CreateWebhook,
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
  type Webhook,
  type WebhookAnswer,
} from '#contracts/webhooks.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { webhookList, webhooksKey } from './webhooks.queries.ts';

const showError = (error: Error) => toast.error(sentenceOf(error));
const look = (client: QueryClient) => client.invalidateQueries({ queryKey: webhooksKey });

/** The endpoint; an answer without one throws its sentence. */
function accepted({ error, webhook }: WebhookAnswer): Webhook {
  if (error !== null || !webhook) throw new Error(error ?? 'Something went wrong');
  return webhook;
}

/** A new endpoint, or another address and other events of one. Its secret is in the answer, once. */
export function useSaveWebhook(webhookId: string | null, onSaved: (webhook: Webhook) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: CreateWebhook) =>
      accepted(
        await (webhookId === null
          ? call(createWebhook, { json })
          : call(changeWebhook, { params: { webhookId }, json })),
      ),
    onSuccess: async (webhook) => {
      await look(client);
      onSaved(webhook);
    },
  });
}

export function useSwitchWebhook(webhookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: ChangeWebhook) => accepted(await call(changeWebhook, { params: { webhookId }, json })),
    onSettled: () => look(client),
    onError: showError,
  });
}

export function useRenewSecret(webhookId: string, onRenewed: (webhook: Webhook) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => accepted(await call(renewWebhookSecret, { params: { webhookId }, json: {} })),
    onSuccess: (webhook) => {
      void look(client);
      onRenewed(webhook);
    },
    onError: showError,
  });
}

/** What is on its way once it was asked for; else its sentence. */
function useSending<Of>(send: (of: Of) => Promise<{ error: string | null }>, sentence: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ error }) => {
      void look(client);
      if (error === null) toast.success(sentence);
      else toast.error(error);
    },
    onError: showError,
  });
}

export const useTestWebhook = (webhookId: string) =>
  useSending(() => call(testWebhook, { params: { webhookId }, json: {} }), 'A test is on its way');

export const useResend = (webhookId: string) =>
  useSending(
    (deliveryId: string) => call(resendWebhookDelivery, { params: { webhookId, deliveryId }, json: {} }),
    'It is sent again',
  );

export function useDeleteWebhook(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    // Its deliveries are not asked for any more: they go with it.
    onMutate: (webhookId: string) => client.cancelQueries({ queryKey: [...webhooksKey, 'deliveries', webhookId] }),
    mutationFn: (webhookId: string) => call(deleteWebhook, { params: { webhookId } }),
    onSuccess: (_, webhookId) => {
      client.setQueryData(webhookList.queryKey, (all) => all?.filter((one) => one.webhookId !== webhookId));
      client.removeQueries({ queryKey: [...webhooksKey, 'deliveries', webhookId] });
      toast.success('Deleted successfully');
      onDone();
    },
    onError: showError,
  });
}
