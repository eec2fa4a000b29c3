import * as z from 'zod/mini';
import type { Line } from './line.ts';
import type { StreamHub } from './stream-hub.ts';

const MAX_STREAMS = 1024;
const METHODS = ['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS', 'SET_PROPERTY', 'GET_PROPERTY'] as const;

const Id = z.union([z.int(), z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/)), z.null()]);
const Envelope = z.object({
  id: z.optional(z.unknown()),
  method: z.optional(z.unknown()),
  params: z.optional(z.unknown()),
});
const Names = z.array(z.string());

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The names in `/ws/<name>`, `/stream?streams=<name>/<name>`; a name without '@' is only a path to subscribe on. */
export function streamsOf(url: URL): { combined: boolean; names: string[] } {
  const combined = url.pathname.startsWith('/stream');
  const text = combined ? (url.searchParams.get('streams') ?? '') : url.pathname.replace(/^\/ws\/?/, '');
  return { combined, names: text.split('/').filter((name) => name.includes('@')) };
}

/** One client of the public streams. */
export class MarketSocket {
  readonly #line: Line;
  readonly #hub: StreamHub;
  readonly #names = new Set<string>();
  #combined: boolean;

  constructor(line: Line, hub: StreamHub, start: { combined: boolean; names: string[] }) {
    this.#line = line;
    this.#hub = hub;
    this.#combined = start.combined;
    this.#subscribe(start.names);
    line.onText((text) => this.#answer(text));
    line.onClose(() => this.#unsubscribe([...this.#names]));
  }

  /** As an arrow: one function for as long as the socket lives. */
  readonly #deliver = (name: string, data: string): void =>
    this.#line.send(this.#combined ? `{"stream":${JSON.stringify(name)},"data":${data}}` : data);

  announce(event: { e: string; E: number }): void {
    this.#deliver(`!${event.e}`, JSON.stringify(event));
  }

  #subscribe(names: readonly string[]): void {
    if (new Set([...this.#names, ...names]).size > MAX_STREAMS)
      throw new Refused(2, 'Invalid request: too many streams');
    for (const name of names) {
      this.#names.add(name);
      this.#hub.listen(name, this.#deliver);
    }
  }

  #unsubscribe(names: readonly string[]): void {
    for (const name of names) {
      this.#names.delete(name);
      this.#hub.leave(name, this.#deliver);
    }
  }

  #answer(text: string): void {
    let id: unknown;
    try {
      const request = z.parse(Envelope, parseJson(text));
      id = readId(request.id);
      this.#line.send(JSON.stringify({ result: this.#run(request), id }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#line.send(JSON.stringify({ code: error.code, msg: error.message, ...(id === undefined ? {} : { id }) }));
    }
  }

  #run({ method, params }: { method?: unknown; params?: unknown }): unknown {
    if (method === undefined) throw new Refused(2, 'Invalid request: missing field `method` at line 1 column 1');
    if (method === 'SUBSCRIBE') this.#subscribe(readNames(params));
    else if (method === 'UNSUBSCRIBE') this.#unsubscribe(readNames(params));
    else if (method === 'LIST_SUBSCRIPTIONS') return [...this.#names];
    else if (method === 'SET_PROPERTY' || method === 'GET_PROPERTY') return this.#property(method, params);
    else {
      const expected = METHODS.map((name) => `\`${name}\``).join(', ');
      throw new Refused(
        2,
        `Invalid request: unknown variant ${JSON.stringify(method)}, expected one of ${expected} at line 1 column 28`,
      );
    }
    return null;
  }

  #property(method: 'SET_PROPERTY' | 'GET_PROPERTY', params: unknown): boolean | null {
    const [name, value] = Array.isArray(params) ? (params as unknown[]) : [];
    if (typeof name !== 'string') throw new Refused(2, 'Invalid request: property name must be a string');
    if (name !== 'combined') throw new Refused(0, 'Unknown property');
    if (method === 'GET_PROPERTY') return this.#combined;
    if (typeof value !== 'boolean') throw new Refused(1, 'Invalid value type: expected Boolean');
    this.#combined = value;
    return null;
  }
}

function parseJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refused(3, 'Invalid JSON: expected value at line 1 column 1');
}

function readId(id: unknown): number | string | null {
  const parsed = z.safeParse(Id, id);
  if (!parsed.success) throw new Refused(2, 'Invalid request: request ID must be an unsigned integer');
  return parsed.data;
}

function readNames(params: unknown): string[] {
  const parsed = z.safeParse(Names, params);
  if (!parsed.success) throw new Refused(2, 'Invalid request: property name must be a string');
  return parsed.data;
}
