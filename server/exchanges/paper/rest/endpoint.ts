import type { PaperAccount } from '../paper-account.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Parameters } from './parameters.ts';

export interface Call {
  parameters: Parameters;
  core: ExchangeCore;
  limits: RateLimits;
}
export interface SignedCall extends Call {
  account: PaperAccount;
}

interface Shape {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Every parameter it reads; signed calls also read timestamp, recvWindow and signature. */
  reads: readonly string[];
  /** Request weight, by the parameters. */
  weight: number | ((parameters: Parameters) => number);
}
/** `trade` needs a key that may trade; its weight is refunded when it succeeds. */
export type Endpoint =
  | (Shape & { security: 'none'; run: (call: Call) => unknown })
  | (Shape & { security: 'signed' | 'trade'; run: (call: SignedCall) => unknown });

export const SIGNING: readonly string[] = ['timestamp', 'recvWindow', 'signature'];
