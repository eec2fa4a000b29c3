import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { listDevices, removeDevice, sendTestNotification, thisDevice } from './this-device.ts';

/** By the user's id. Fetching it renews the subscription, so that every start of the app does. */
const deviceState = (person: string) =>
  queryOptions({
    queryKey: ['push-device', person],
    queryFn: ({ client }) => thisDevice.resend(person, client.getQueryData<{ email: string } | null>(['user'])?.email),
    staleTime: Infinity,
    refetchOnReconnect: false,
  });

export const pushDevices = queryOptions({
  queryKey: ['push-devices'],
  queryFn: ({ signal }) => listDevices(signal),
});

const readDevices = (client: QueryClient) => client.invalidateQueries({ queryKey: pushDevices.queryKey });

export const usePushState = (person: string) => useQuery(deviceState(person));

export function useTurnOn(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => thisDevice.turnOn(person),
    onSuccess: (state) => {
      client.setQueryData(deviceState(person).queryKey, state);
      return readDevices(client);
    },
  });
}

export function useTurnOff(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: thisDevice.turnOff,
    onSettled: () => {
      client.setQueryData(deviceState(person).queryKey, thisDevice.state());
      return readDevices(client);
    },
  });
}

/** Removes any device; this one is also unsubscribed in the browser. */
export function useRemoveDevice(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ endpoint, own }: { endpoint: string; own: boolean }) =>
      own ? thisDevice.turnOff() : removeDevice(endpoint),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => {
      client.setQueryData(deviceState(person).queryKey, thisDevice.state());
      return readDevices(client);
    },
  });
}

export function useTestNotification() {
  const client = useQueryClient();
  return useMutation({ mutationFn: sendTestNotification, onSettled: () => readDevices(client) });
}
