import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, JsonOf } from '#contracts/endpoint.ts';
import { addCopyKey, switchCopyKey } from '#contracts/key-groups.ts';
import type { KeyGroup } from '#contracts/keys.ts';
import { addKey, createPaperKey, type KeyReport } from '#contracts/key-edits.ts';
import type { retryCopy } from '#contracts/orders.ts';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { allKeys, keysKey, marketsOf } from './keys.queries.ts';

const showError = (error: Error) => toast.error(sentenceOf(error));
const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: keysKey });

interface Answer {
  error: string | null;
}
type Change = Endpoint & { json: object; response: typeof switchCopyKey.response | typeof retryCopy.response };
const send = call as (endpoint: Endpoint, input: { json: unknown }) => Promise<Answer>;

/** One call; throws the server's message if refused. */
export async function change<E extends Change>(endpoint: E, json: JsonOf<E>): Promise<void> {
  const { error } = await send(endpoint, { json });
  if (error !== null) throw new Error(error);
}

/** Changes keys: errors are shown here, and the list is always invalidated. */
export function useKeyChanges<Input>(make: (input: Input) => Promise<void>, done?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: () => done?.(),
    onError: showError,
    onSettled: () => invalidate(client),
  });
}

export const useKeyChange = <E extends Change>(endpoint: E, done?: () => void) =>
  useKeyChanges((json: JsonOf<E>) => change(endpoint, json), done);

const switchedIn = (group: KeyGroup, uid: string, inProcess: boolean): KeyGroup => ({
  ...group,
  copyKeys: group.copyKeys.map((key) => (key.uid === uid ? { ...key, inProcess } : key)),
});

function showSwitched(client: QueryClient, uid: string, inProcess: boolean): void {
  client.setQueryData(
    allKeys.queryKey,
    (keys) =>
      keys && {
        apiKeyMarketGroups: keys.apiKeyMarketGroups.map(({ market, activeMainApiKeyGroup: active, apiKeyGroups }) => ({
          market,
          activeMainApiKeyGroup: active && switchedIn(active, uid, inProcess),
          apiKeyGroups: apiKeyGroups.map((group) => switchedIn(group, uid, inProcess)),
        })),
      },
  );
}

/** Optimistic; rolled back on refusal. */
export function useSwitchCopy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: JsonOf<typeof switchCopyKey>) => call(switchCopyKey, { json }),
    onMutate: async ({ updateUid, inProcess }) => {
      await client.cancelQueries({ queryKey: keysKey, exact: true });
      showSwitched(client, updateUid, inProcess);
    },
    onError: (error, { updateUid, inProcess }) => {
      showSwitched(client, updateUid, !inProcess);
      showError(error);
    },
    onSettled: () => invalidate(client),
  });
}

export type NewKey = JsonOf<typeof addKey>;
interface Added extends Answer {
  check: KeyReport | null;
}

const ADDING = ['add key'];

/** Adds one key at a time; `added` runs on success only, errors are shown here. */
function useAdding<Input>(add: (input: Input) => Promise<Added>, added: () => void) {
  const client = useQueryClient();
  const adding = useMutation({
    mutationKey: ADDING,
    mutationFn: add,
    onSuccess: async ({ error }) => {
      if (error !== null) {
        toast.warning(error);
        return;
      }
      toast.success('API successfully added');
      // A new key affects blocks, balances and more.
      await client.invalidateQueries();
      added();
    },
    onError: showError,
  });
  return {
    ...adding,
    /** A second press may come before the busy state renders. */
    mutate: (input: Input) => {
      if (client.isMutating({ mutationKey: ADDING }) === 0) adding.mutate(input);
    },
  };
}

export const useAddKey = (added: () => void) => useAdding((json: NewKey) => call(addKey, { json }), added);

export const useAddCopyKey = (added: () => void) =>
  useAdding((json: JsonOf<typeof addCopyKey>) => call(addCopyKey, { json }), added);

/** 'Paper', else 'Paper 2' and so on: the first free name. */
function freeName(client: QueryClient, wanted: string): string {
  const groups = marketsOf(client.getQueryData(allKeys.queryKey)).flatMap((market) => market.groups);
  const isTaken = (name: string) =>
    groups.some(({ mainKey, copyKeys }) => mainKey.name === name || copyKeys.some((key) => key.name === name));
  let name = wanted;
  for (let next = 2; isTaken(name); next += 1) name = `${wanted} ${next}`;
  return name;
}

/** Creates a funded paper account and adds its key, or a copy key if a main key is given. */
export function usePaperKey(added: () => void, main?: { mainUid: string; groupName: string }) {
  const client = useQueryClient();
  return useAdding(async () => {
    const name = freeName(client, main ? 'Paper copy' : 'Paper');
    const json = { market: 'binance' as const, name, ...(await call(createPaperKey)) };
    return main ? call(addCopyKey, { json: { ...json, ...main } }) : call(addKey, { json });
  }, added);
}
