import type { PaperAccount } from '../../paper-account.ts';
import { BinanceError, refusal } from '../../binance-error.ts';
import { LimitRefusal } from '../../rate-limits.ts';
import type { Endpoint } from '../../rest/endpoint.ts';
import { injectedFaults } from '../../rest/injected-faults.ts';
import { type Parameters, mandatory, refuseUnknown } from '../../rest/parameters.ts';
import { type Incoming, isPlacing, runEndpoint } from '../../rest/run-endpoint.ts';
import { authenticate, socketPayload } from '../../rest/signature.ts';
import type { Connection } from '../connection.ts';
import { API_METHODS } from './api-methods.ts';
import { type ApiRequest, readFlag, readRequest } from './api-request.ts';
import { Subscriptions } from './subscriptions.ts';
import type { PaperDeps } from '../../deps.ts';

const SESSION_WEIGHT = 2;
const HIDES_LIMITS = 'returnRateLimits';
/** ccxt's createOrderWs sends this besides `newClientOrderId`. */
const IGNORED = ['clientOrderId'];
const SIGNED = ['apiKey', 'timestamp', 'recvWindow', 'signature'];

interface ApiSocketContext extends PaperDeps {
  address: string;
  url: URL;
}
interface Outcome {
  status: number;
  result?: unknown;
  error?: object;
}
/** What is known of one request so far. */
interface RequestContext {
  id: ApiRequest['id'];
  showsLimits: boolean;
  /** The account whose order count the reply shows. */
  placer?: PaperAccount;
}
/** The connection is cut instead of an answer. */
const CUT = Symbol('cut');

/** One client of the websocket API. */
export class ApiSocket {
  readonly #connection: Connection;
  readonly #deps: ApiSocketContext;
  readonly #subscriptions: Subscriptions;
  readonly #connectedSince: number;
  readonly #showsLimits: boolean;

  constructor(connection: Connection, deps: ApiSocketContext) {
    this.#connection = connection;
    this.#deps = deps;
    this.#connectedSince = deps.core.now();
    this.#showsLimits = deps.url.searchParams.get(HIDES_LIMITS) !== 'false';
    this.#subscriptions = new Subscriptions(deps.core, (event) => this.#send(event));
    connection.onText((text) => void this.#answer(text));
    connection.onClose(() => this.#subscriptions.stop());
  }

  announce(event: object): void {
    this.#send({ event });
  }

  #send(message: object): void {
    this.#connection.send(JSON.stringify(message));
  }

  async #answer(text: string): Promise<void> {
    const context: RequestContext = { id: null, showsLimits: this.#showsLimits };
    try {
      this.#deps.core.limits.admit(this.#deps.address);
      const request = readRequest(text);
      context.id = request.id;
      const result = await this.#run(request, context);
      if (result === CUT) this.#connection.cut();
      else this.#reply(context, { status: 200, result });
    } catch (error) {
      this.#reply(context, this.#refused(error));
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

  #reply({ id, showsLimits, placer }: RequestContext, outcome: Outcome): void {
    const { limits } = this.#deps.core;
    const rows = () => [...(placer ? limits.orderRows(placer.id) : []), limits.weightRow(this.#deps.address)];
    this.#send({ id, ...outcome, ...(showsLimits && { rateLimits: rows() }) });
  }

  #run({ method, parameters }: ApiRequest, context: RequestContext): unknown {
    context.showsLimits = readFlag(parameters.get(HIDES_LIMITS), HIDES_LIMITS) ?? this.#showsLimits;
    const endpoint = API_METHODS.get(method);
    if (endpoint) return this.#call(endpoint, parameters, context);
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
    return { ...incoming, also: [HIDES_LIMITS, 'apiKey', ...(isPlacing(endpoint) ? IGNORED : [])] };
  }

  /** The same as a call over REST, with the same injected faults. */
  async #call(endpoint: Endpoint, parameters: Parameters, context: RequestContext): Promise<unknown> {
    const { core, faults } = this.#deps;
    const injected = injectedFaults(endpoint, parameters.get('apiKey'), { faults, limits: core.limits });
    if (injected.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, injected.delayMs));
    if (injected.isLost) return CUT;
    if (injected.refused) throw injected.refused;
    const incoming = this.#incomingFor(endpoint, parameters);
    try {
      const result = await runEndpoint(endpoint, incoming, core);
      if (injected.answer === 'given') return result;
    } catch (error) {
      if (injected.answer !== 'lost') throw error;
    } finally {
      if (isPlacing(endpoint) && incoming.account) context.placer = incoming.account;
    }
    if (injected.answer instanceof BinanceError) throw injected.answer;
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
    // It needs a session that is logged on, which no key here can have.
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

  /** Takes Ed25519 signatures only, and every key here is HMAC. */
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
