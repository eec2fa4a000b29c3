import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addDataFile,
  type Backtest,
  type BacktestRequest,
  removeBacktest,
  removeDataFile,
  startBacktest,
} from '#contracts/backtests.ts';
import { addressOf, call, CallError, NetworkError } from '../../lib/call.ts';
import { backtestsKey, isUnderWay } from './backtests.queries.ts';

/** Of files by their names: the checksum in the file that belongs to each. */
export type Checksums = ReadonlyMap<string, string>;

const UNPROCESSABLE = 422;

/** A file is a body of its own, which the calls' JSON does not carry. */
async function sendFile(file: File, checksum: string | undefined): Promise<void> {
  const query = { name: file.name, ...(checksum !== undefined && { checksum }) };
  const fault = addDataFile.query.safeParse(query).error?.issues[0];
  if (fault) throw new CallError(UNPROCESSABLE, { error: fault.message });
  const response = await fetch(addressOf(addDataFile, { query }), {
    method: 'PUT',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
    body: file,
  }).catch((error: unknown) => {
    throw new NetworkError(error);
  });
  const body = (await response.json().catch(() => null)) as { error?: string | null } | null;
  const sentence = typeof body?.error === 'string' ? body.error : null;
  if (!response.ok || sentence !== null)
    throw new CallError(response.status, sentence === null ? null : { error: sentence });
}

function useRefreshing() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: backtestsKey });
}

export function useStartBacktest() {
  const refresh = useRefreshing();
  return useMutation({
    mutationFn: (json: BacktestRequest) => call(startBacktest, { json }),
    onSettled: refresh,
  });
}

/** A run that is shown as under way is only stopped: it stays if it has ended meanwhile. */
export const removeRun = (run: Pick<Backtest, 'backtestId' | 'state'>) =>
  call(removeBacktest, { params: { backtestId: run.backtestId }, query: { stopOnly: isUnderWay(run) } });

export function useRemoveBacktest() {
  const refresh = useRefreshing();
  return useMutation({ mutationFn: removeRun, onSettled: refresh });
}

export interface FileSending {
  file: File;
  checksum: string | undefined;
}

export function useSendFile() {
  const refresh = useRefreshing();
  return useMutation({
    mutationFn: ({ file, checksum }: FileSending) => sendFile(file, checksum),
    onSettled: refresh,
  });
}

export function useRemoveFile() {
  const refresh = useRefreshing();
  return useMutation({
    mutationFn: (fileId: string) => call(removeDataFile, { params: { fileId } }),
    onSettled: refresh,
  });
}
