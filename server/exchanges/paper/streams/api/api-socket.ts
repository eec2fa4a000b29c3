import type { Log } from '../../../../lib/log.ts';
import type { PaperAccount } from '../../account.ts';
import { BinanceError, refusal } from '../../binance-error.ts';
import type { ExchangeCore } from '../../exchange-core.ts';
import type { Faults } from '../../faults/faults.ts';
import { LimitRefusal } from '../../rate-limits.ts';
import type { Endpoint } from '../../rest/endpoint.ts';
import { fateOf } from '../../rest/ordered-fate.ts';
import { type Parameters, mandatory, refuseUnknown } from '../../rest/parameters.ts';
import { type Incoming, isPlacing, runEndpoint } from '../../rest/run-endpoint.ts';
import { authenticate, socketPayload } from '../../rest/signature.ts';
import type { Line } from '../line.ts';
import { API_METHODS } from './api-methods.ts';
import { type ApiRequest, readChoice, readRequest } from './api-request.ts';
import { Subscriptions } from './subscriptions.ts';

const SESSION_WEIGHT = 2;
const HIDES_LIMITS = 'returnRateLimits';
/** ccxt's createOrderWs names its order with this besides `newClientOrderId`, and is not refused for it. */
const NOT_READ = ['clientOrderId'];
const SIGNED = ['apiKey', 'timestamp', 'recvWindow', 'signature'];

interface Deps {
  core: ExchangeCore;
  faults: Faults;
  log: Log;
  address: string;
  url: URL;
}
interface Outcome {
  status: number;
  result?: unknown;
  error?: object;
}
/** What one request is about, as far as it is known yet. */
interface Ticket {
  id: ApiRequest['id'];
  showsLimits: boolean;
  /** Whose unfilled orders the reply tells. */
  placer?: PaperAccount;
}
/** The line is cut instead of an answer. */
const CUT = Symbol('cut');

/** One client of the websocket API. */
export class ApiSocket {
  readonly #line: Line;
  readonly #deps: Deps;
  readonly #subscriptions: Subscriptions;
  readonly #connectedSince: number;
  readonly #showsLimits: boolean;

  constructor(line: Line, deps: Deps) {
    this.#line = line;
    this.#deps = deps;
    this.#connectedSince = deps.core.now();
    this.#showsLimits = deps.url.searchParams.get(HIDES_LIMITS) !== 'false';
    this.#subscriptions = new Subscriptions(deps.core, (event) => this.#send(event));
    line.onText((text) => void this.#answer(text));
    line.onClose(() => this.#subscriptions.stop());
  }

  announce(event: object): void {
    this.#send({ event });
  }

  #send(message: object): void {
    this.#line.send(JSON.stringify(message));
  }

  async #answer(text: string): Promise<void> {
    const ticket: Ticket = { id: null, showsLimits: this.#showsLimits };
    try {
      this.#deps.core.limits.admit(this.#deps.address);
      const request = readRequest(text);
      ticket.id = request.id;
      const result = await this.#run(request, ticket);
      if (result === CUT) this.#line.cut();
      else this.#reply(ticket, { status: 200, result });
    } catch (error) {
      this.#reply(ticket, this.#refused(error));
    }
  }

  #refused(error: unknown): Outcome {
    const { core, log } = this.#deps;
    if (!(error instanceof BinanceError)) log.error({ err: error }, 'The paper exchange failed on a request.');
    const shown = error instanceof BinanceError ? error : refusal(-1000);
    const { code, message: msg, status } = shown;
    const data = shown instanceof LimitRefusal ? { serverTime: core.now(), retryAfter: shown.retryAt } : shown.data;
    return { status, error: { code, msg, ...(data && { data }) } };
  }

  #reply({ id, showsLimits, placer }: Ticket, outcome: Outcome): void {
    const { limits } = this.#deps.core;
    const rows = () => [...(placer ? limits.orderRows(placer.id) : []), limits.weightRow(this.#deps.address)];
    this.#send({ id, ...outcome, ...(showsLimits && { rateLimits: rows() }) });
  }

  #run({ method, parameters }: ApiRequest, ticket: Ticket): unknown {
    ticket.showsLimits = readChoice(parameters.get(HIDES_LIMITS), HIDES_LIMITS) ?? this.#showsLimits;
    const endpoint = API_METHODS.get(method);
    if (endpoint) return this.#call(endpoint, parameters, ticket);
    this.#deps.core.limits.spend(this.#deps.address, SESSION_WEIGHT);
    return this.#session(method, parameters);
  }

  #incoming(parameters: Parameters): Incoming {
    const { address } = this.#deps;
    const payload = socketPayload(parameters);
    return { parameters, payload, apiKey: parameters.get('apiKey'), address, also: [HIDES_LIMITS] };
  }

  #incomingFor(endpoint: Endpoint, parameters: Parameters): Incoming {
    const incoming = this.#incoming(parameters);
    if (endpoint.security === 'none') return incoming;
    if (incoming.apiKey === undefined) throw mandatory('apiKey');
    return { ...incoming, also: [HIDES_LIMITS, 'apiKey', ...(isPlacing(endpoint) ? NOT_READ : [])] };
  }

  /** The same as a call over REST, with the same faults ordered for it. */
  async #call(endpoint: Endpoint, parameters: Parameters, ticket: Ticket): Promise<unknown> {
    const { core, faults } = this.#deps;
    const fate = fateOf(endpoint, parameters.get('apiKey'), { faults, limits: core.limits });
    if (fate.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, fate.delayMs));
    if (fate.isLost) return CUT;
    if (fate.refused) throw fate.refused;
    const incoming = this.#incomingFor(endpoint, parameters);
    try {
      const result = await runEndpoint(endpoint, incoming, core);
      if (fate.answer === 'given') return result;
    } catch (error) {
      if (fate.answer !== 'lost') throw error;
    } finally {
      if (isPlacing(endpoint) && incoming.account) ticket.placer = incoming.account;
    }
    if (fate.answer instanceof BinanceError) throw fate.answer;
    return CUT;
  }

  #session(method: string, parameters: Parameters): unknown {
    if (method === 'userDataStream.subscribe.signature') return this.#subscribe(parameters);
    if (method === 'session.logon') return this.#logOn(parameters);
    if (method === 'userDataStream.unsubscribe') {
      refuseUnknown(parameters, ['subscriptionId', HIDES_LIMITS]);
      return this.#subscriptions.end(parameters);
    }
    refuseUnknown(parameters, [HIDES_LIMITS]);
    if (method === 'session.subscriptions') return this.#subscriptions.list();
    if (method === 'session.status' || method === 'session.logout') return this.#status();
    // It subscribes whoever has logged on, and nobody can.
    if (method === 'userDataStream.subscribe') throw refusal(-1002);
    throw refusal(-1020, 'This operation is not supported.');
  }

  async #signer(parameters: Parameters): Promise<PaperAccount> {
    const { core } = this.#deps;
    refuseUnknown(parameters, [...SIGNED, HIDES_LIMITS]);
    if (!parameters.has('apiKey')) throw mandatory('apiKey');
    return authenticate(this.#incoming(parameters), { account: (key) => core.account(key), now: core.now });
  }

  async #subscribe(parameters: Parameters): Promise<object> {
    const { id } = await this.#signer(parameters);
    return this.#subscriptions.start(id);
  }

  /** Takes Ed25519 signatures only; every key here is HMAC, whose signature is then none. */
  async #logOn(parameters: Parameters): Promise<never> {
    await this.#signer(parameters);
    throw refusal(-1022);
  }

  #status(): object {
    return {
      apiKey: null,
      authorizedSince: null,
      connectedSince: this.#connectedSince,
      returnRateLimits: this.#showsLimits,
      serverTime: this.#deps.core.now(),
      userDataStream: this.#subscriptions.isActive,
    };
  }
}
