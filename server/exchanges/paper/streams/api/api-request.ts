import * as z from 'zod/mini';
import { refusal } from '../../binance-error.ts';
import type { Parameters } from '../../rest/parameters.ts';

const Text = z.union([z.string(), z.number(), z.boolean()]);
const Request = z.object({
  id: z.union([z.int(), z.string(), z.null()]),
  method: z.string(),
  params: z.optional(z.record(z.string(), z.union([Text, z.array(Text)]))),
});

export interface ApiRequest {
  id: number | string | null;
  /** Without the version that may precede it. */
  method: string;
  /** As text, lists as REST writes them. */
  parameters: Parameters;
}

const asText = (value: string | number | boolean | unknown[]): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(-1135, 'Invalid JSON Request');
    throw error;
  }
}

export function readRequest(text: string): ApiRequest {
  const parsed = z.safeParse(Request, parse(text));
  if (!parsed.success) throw refusal(-1135, 'Invalid JSON Request');
  const { id, method, params = {} } = parsed.data;
  return {
    id,
    method: method.replace(/^v3\//, ''),
    parameters: new Map(Object.entries(params).map(([name, value]) => [name, asText(value)])),
  };
}

/** A flag of a parameter or of the URL; null when it was not sent. */
export function readFlag(text: string | null | undefined, name: string): boolean | null {
  if (text === undefined || text === null) return null;
  if (text !== 'true' && text !== 'false') throw refusal(-1130, `Data sent for parameter '${name}' is not valid.`);
  return text === 'true';
}
