import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sendTestNotification, thisDevice } from './this-device.ts';

/** Reading it renews the subscription, so that every start of the app does. */
const deviceState = (person: string) =>
  queryOptions({
    queryKey: ['push-device', person],
    queryFn: () => thisDevice.resend(person),
    staleTime: Infinity,
    refetchOnReconnect: false,
  });

/** Belongs in the signed-in shell: renews this browser's subscription once at each start. */
export const usePushState = (person: string) => useQuery(deviceState(person));

export function useTurnOn(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => thisDevice.turnOn(person),
    onSuccess: (state) => client.setQueryData(deviceState(person).queryKey, state),
  });
}

export function useTurnOff(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: thisDevice.turnOff,
    onSettled: () => client.setQueryData(deviceState(person).queryKey, thisDevice.state()),
  });
}

export const useTestNotification = () => useMutation({ mutationFn: sendTestNotification });
