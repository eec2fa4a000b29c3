import type { PaperAccount } from '../paper-account.ts';
import { BinanceError, inBinanceWords, refusal } from '../binance-error.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import { type Endpoint, SIGNING } from './endpoint.ts';
import { refuseUnknown } from './parameters.ts';
import { type SignedRequest, authenticate } from './signature.ts';

/** A call as it came in, over HTTP or over the websocket API. */
export interface Incoming extends Omit<SignedRequest, 'wallet'> {
  /** Parameters of the transport besides the endpoint's own. */
  also?: readonly string[];
  /** Set once the signature is verified. */
  account?: PaperAccount;
}

/** Since April 2026 calls that change orders cost no weight when they succeed (changelog of 2026-03-27). */
const isFree = ({ security, path }: Endpoint): boolean =>
  security === 'trade' && path.startsWith('/api/') && !path.endsWith('/test');

/** Whether it adds to the count of unfilled orders, which its answer then shows. */
export const isPlacing = (endpoint: Endpoint): boolean => isFree(endpoint) && endpoint.method === 'POST';

function refuseUnread(endpoint: Endpoint, { parameters, also = [] }: Incoming): void {
  const signing = endpoint.security === 'none' ? [] : SIGNING;
  refuseUnknown(parameters, [...endpoint.reads, ...signing, ...also]);
}

/** Nothing is answered that a crash could still undo: neither a result nor a refusal after a part was done. */
async function runCommitted(core: ExchangeCore, run: () => unknown): Promise<unknown> {
  try {
    const result = await run();
    await core.journal.committed();
    return result;
  } catch (error) {
    if (error instanceof BinanceError && error.data) await core.journal.committed();
    throw inBinanceWords(error);
  }
}

export async function runEndpoint(endpoint: Endpoint, incoming: Incoming, core: ExchangeCore): Promise<unknown> {
  const { parameters, address } = incoming;
  const { limits } = core;
  const weight = typeof endpoint.weight === 'number' ? endpoint.weight : endpoint.weight(parameters);
  limits.spend(address, weight);
  refuseUnread(endpoint, incoming);
  const call = { parameters, core, limits };
  if (endpoint.security === 'none') return endpoint.run(call);
  const account = await authenticate(
    { ...incoming, wallet: endpoint.path.startsWith('/sapi/') },
    { account: (apiKey) => core.account(apiKey), now: core.now },
  );
  if (endpoint.security === 'trade' && !account.rights.spot) throw refusal(-2015);
  incoming.account = account;
  const result = await runCommitted(core, () => endpoint.run({ ...call, account }));
  if (isFree(endpoint)) limits.refund(address, weight);
  return result;
}
