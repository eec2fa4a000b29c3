import * as z from 'zod/mini';
import type { Log } from '../../../lib/log.ts';
import { BinanceError, refusal } from '../binance-error.ts';
import type { Floor } from '../floor.ts';
import { type Parameters, refuseUnknown } from '../rest/parameters.ts';
import { authenticate, socketPayload } from '../rest/signature.ts';
import type { Line } from './line.ts';

const MAX_ACTIVE = 1000;
const MAX_EVER = 65_535;

const Id = z.union([z.int(), z.string(), z.null()]);
const Request = z.object({
  id: Id,
  method: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});

interface Subscription {
  apiKey: string;
  stop: () => void;
}
interface Parts {
  floor: Floor;
  log: Log;
  address: string;
}

/** One client of the websocket API: its user data subscriptions, any number of accounts on one socket. */
export class ApiSocket {
  readonly #line: Line;
  readonly #parts: Parts;
  readonly #subscriptions = new Map<number, Subscription>();
  #nextId = 0;

  constructor(line: Line, parts: Parts) {
    this.#line = line;
    this.#parts = parts;
    line.onText((text) => void this.#answer(text));
    line.onClose(() => this.#stopAll());
  }

  announce(event: object): void {
    this.#send({ event });
  }

  #send(message: object): void {
    this.#line.send(JSON.stringify(message));
  }

  async #answer(text: string): Promise<void> {
    let id: unknown = null;
    try {
      const request = parse(text);
      id = request.id;
      const parameters: Parameters = new Map(
        Object.entries(request.params ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const result = await this.#run(request.method.replace(/^v3\//, ''), parameters);
      this.#reply(id, { status: 200, result });
    } catch (error) {
      if (!(error instanceof BinanceError))
        this.#parts.log.error({ err: error }, 'The paper exchange failed on a request.');
      const shown = error instanceof BinanceError ? error : refusal(-1000);
      this.#reply(id, { status: shown.status, error: { code: shown.code, msg: shown.message } });
    }
  }

  #reply(id: unknown, outcome: { status: number; result?: unknown; error?: object }): void {
    const { floor, address } = this.#parts;
    this.#send({ id, ...outcome, rateLimits: [floor.limits.weightRow(address)] });
  }

  async #run(method: string, parameters: Parameters): Promise<unknown> {
    const { floor, address } = this.#parts;
    floor.limits.spend(address, method === 'ping' || method === 'time' ? 1 : 2);
    if (method === 'userDataStream.subscribe.signature') return this.#subscribe(parameters);
    if (method === 'userDataStream.unsubscribe') return this.#unsubscribe(parameters);
    refuseUnknown(parameters, []);
    if (method === 'ping') return {};
    if (method === 'time') return { serverTime: floor.now() };
    if (method === 'session.subscriptions') {
      return [...this.#subscriptions.keys()].map((subscriptionId) => ({ subscriptionId }));
    }
    throw refusal(-1020, 'This operation is not supported.');
  }

  async #subscribe(parameters: Parameters): Promise<{ subscriptionId: number }> {
    const { floor, address } = this.#parts;
    refuseUnknown(parameters, ['apiKey', 'timestamp', 'recvWindow', 'signature']);
    const request = { apiKey: parameters.get('apiKey'), parameters, payload: socketPayload(parameters), address };
    const { apiKey } = await authenticate(request, { account: (key) => floor.account(key), now: floor.now });
    const active = [...this.#subscriptions.values()];
    if (active.some((each) => each.apiKey === apiKey))
      throw refusal(-2035, 'User Data Stream subscription already active.');
    if (active.length >= MAX_ACTIVE || this.#nextId >= MAX_EVER) {
      throw refusal(-2042, 'Maximum subscription ID reached for this connection.');
    }
    const subscriptionId = this.#nextId;
    this.#nextId += 1;
    const stop = floor.onUserEvent(apiKey, (event) => this.#send({ subscriptionId, event }));
    this.#subscriptions.set(subscriptionId, { apiKey, stop });
    return { subscriptionId };
  }

  #unsubscribe(parameters: Parameters): object {
    refuseUnknown(parameters, ['subscriptionId']);
    const named = parameters.get('subscriptionId');
    if (named === undefined) {
      for (const id of this.#subscriptions.keys()) this.#end(id);
    } else if (!this.#end(Number(named))) throw refusal(-2036, 'User Data Stream subscription not active.');
    return {};
  }

  #end(subscriptionId: number): boolean {
    const subscription = this.#subscriptions.get(subscriptionId);
    if (!subscription) return false;
    subscription.stop();
    this.#subscriptions.delete(subscriptionId);
    this.#send({ subscriptionId, event: { e: 'eventStreamTerminated', E: this.#parts.floor.now() } });
    return true;
  }

  #stopAll(): void {
    for (const { stop } of this.#subscriptions.values()) stop();
    this.#subscriptions.clear();
  }
}

function parse(text: string): z.output<typeof Request> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(-1135, 'Invalid JSON Request');
    throw error;
  }
  const parsed = z.safeParse(Request, value);
  if (!parsed.success) throw refusal(-1135, 'Invalid JSON Request');
  return parsed.data;
}
