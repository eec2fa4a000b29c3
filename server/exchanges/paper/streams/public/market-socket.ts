import * as z from 'zod/mini';
import type { Connection } from '../connection.ts';
import type { StreamHub } from './stream-hub.ts';

const MAX_STREAMS = 1024;
const METHODS = ['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS', 'SET_PROPERTY', 'GET_PROPERTY'] as const;
type Method = (typeof METHODS)[number];

const Id = z.union([z.int(), z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/)), z.null()]);
const Request = z.object({
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
const tooMany = () => new Refused(2, 'Invalid request: too many parameters');

/** The names in `/ws/<name>`, `/stream?streams=<name>/<name>`; a name without '@' is only a path to subscribe on. */
export function streamsOf(url: URL): { combined: boolean; names: string[] } {
  const combined = url.pathname.startsWith('/stream');
  const text = combined ? (url.searchParams.get('streams') ?? '') : url.pathname.replace(/^\/ws\/?/, '');
  return { combined, names: text.split('/').filter((name) => name.includes('@')) };
}

/** One client of the public streams. */
export class MarketSocket {
  readonly #connection: Connection;
  readonly #hub: StreamHub;
  readonly #names = new Set<string>();
  #combined: boolean;

  constructor(connection: Connection, hub: StreamHub, start: { combined: boolean; names: string[] }) {
    this.#connection = connection;
    this.#hub = hub;
    this.#combined = start.combined;
    connection.onText((text) => this.#answer(text));
    connection.onClose(() => this.#unsubscribe([...this.#names]));
    if (this.#fits(start.names)) this.#subscribe(start.names);
    else connection.refuse('Too many streams');
  }

  /** An arrow, so that it is the same function at each subscription. */
  readonly #deliver = (name: string, data: string): void =>
    this.#connection.send(this.#combined ? `{"stream":${JSON.stringify(name)},"data":${data}}` : data);

  announce(event: { e: string; E: number }): void {
    this.#deliver(`!${event.e}`, JSON.stringify(event));
  }

  #fits(names: readonly string[]): boolean {
    return new Set([...this.#names, ...names]).size <= MAX_STREAMS;
  }

  #subscribe(names: readonly string[]): void {
    if (!this.#fits(names)) throw tooMany();
    for (const name of names) {
      this.#names.add(name);
      this.#hub.subscribe(name, this.#deliver);
    }
  }

  #unsubscribe(names: readonly string[]): void {
    for (const name of names) {
      this.#names.delete(name);
      this.#hub.unsubscribe(name, this.#deliver);
    }
  }

  #answer(text: string): void {
    let id: unknown;
    try {
      const request = z.parse(Request, parseJson(text));
      id = readId(request.id);
      const result = this.#run(readMethod(request.method, text), request.params);
      this.#connection.send(JSON.stringify({ result, id }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#connection.send(
        JSON.stringify({ code: error.code, msg: error.message, ...(id === undefined ? {} : { id }) }),
      );
    }
  }

  #run(method: Method, params: unknown): unknown {
    if (method === 'LIST_SUBSCRIPTIONS') return this.#list(params);
    if (method === 'GET_PROPERTY') {
      readProperty(params, 1);
      return this.#combined;
    }
    if (method === 'SET_PROPERTY') this.#combined = readFlag(readProperty(params, 2));
    else if (method === 'SUBSCRIBE') this.#subscribe(readNames(params));
    else this.#unsubscribe(readNames(params));
    return null;
  }

  #list(params: unknown): string[] {
    if (Array.isArray(params) && params.length > 0) throw tooMany();
    return [...this.#names];
  }
}

function parseJson(text: string): object {
  let position = { line: 1, column: 1 };
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return {};
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    position = positionIn(text, error.message);
  }
  throw new Refused(3, `Invalid JSON: expected value at line ${position.line} column ${position.column}`);
}

/** Where the parser stopped: the end of the text, or the place if it names one. */
function positionIn(text: string, complaint: string): { line: number; column: number } {
  const [, line = '1', column = '1'] = /line (\d+) column (\d+)/.exec(complaint) ?? [];
  if (!complaint.includes('end of JSON input')) return { line: Number(line), column: Number(column) };
  const lines = text.split('\n');
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
}

function readId(id: unknown): number | string | null {
  const parsed = z.safeParse(Id, id);
  if (!parsed.success) throw new Refused(2, 'Invalid request: request ID must be an unsigned integer');
  return parsed.data;
}

function readMethod(method: unknown, text: string): Method {
  if (method === undefined) {
    throw new Refused(2, `Invalid request: missing field \`method\` at line 1 column ${text.length}`);
  }
  const known = METHODS.find((name) => name === method);
  if (known) return known;
  const expected = METHODS.map((name) => `\`${name}\``).join(', ');
  throw new Refused(
    2,
    `Invalid request: unknown variant ${JSON.stringify(method)}, expected one of ${expected} at line 1 column 28`,
  );
}

function readNames(params: unknown): string[] {
  const parsed = z.safeParse(Names, params);
  if (!parsed.success) throw new Refused(2, 'Invalid request: property name must be a string');
  return parsed.data;
}

/** The value that comes with the only property there is, `combined`. */
function readProperty(params: unknown, most: 1 | 2): unknown {
  const [name, value, ...others] = Array.isArray(params) ? (params as unknown[]) : [];
  if (typeof name !== 'string') throw new Refused(2, 'Invalid request: property name must be a string');
  if (others.length > 0 || (most === 1 && value !== undefined)) throw tooMany();
  if (name !== 'combined') throw new Refused(0, 'Unknown property');
  return value;
}

function readFlag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Refused(1, 'Invalid value type: expected Boolean');
  return value;
}
