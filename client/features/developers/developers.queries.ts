import { getDescription } from '#contracts/developers.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, NetworkError } from '../../lib/call.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { apiOf } from './calls.ts';

export const apiCalls = queryOptions({
  queryKey: ['api-calls'],
  queryFn: async ({ signal }) => apiOf(await call(getDescription, { signal })),
  staleTime: 60 * MINUTE_MS,
});

export interface Sent {
  method: string;
  address: string;
  /** JSON text; null for none. */
  json: string | null;
}

export interface Answered {
  status: number;
  text: string;
}

const LONGEST = 20_000;

/** JSON is set out in lines; a long answer is cut. */
function shown(text: string): string {
  let pretty = text;
  try {
    pretty = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Shown as it came.
  }
  return pretty.length > LONGEST ? `${pretty.slice(0, LONGEST)}\n… ${pretty.length - LONGEST} more characters` : pretty;
}

/** Sends a call as it is typed, by the session of this page, whatever the answer. Throws NetworkError. */
export async function sendCall({ method, address, json }: Sent): Promise<Answered> {
  try {
    const response = await fetch(address, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(json === null ? {} : { 'content-type': 'application/json' }) },
      ...(json === null ? {} : { body: json }),
    });
    return { status: response.status, text: shown(await response.text()) };
  } catch (error) {
    throw new NetworkError(error);
  }
}
