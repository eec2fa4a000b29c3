export type RefusalCode =
  | 'malformed'
  | 'not-signed-in'
  | 'wrong-origin'
  | 'confirm'
  | 'prove'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'wrong-type'
  | 'unprocessable'
  | 'too-many'
  | 'exchange-failed'
  | 'unavailable'
  | 'refused';

export interface Issue {
  path: string;
  message: string;
}

/**
 * An expected refusal; its message is shown as it is. `refused` is a business rule, which the spec answers with 200.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Seconds, for `too-many` and `unavailable`. */
  readonly retryAfter: number | undefined;
  /** Field by field, for `malformed`. */
  readonly issues: Issue[] | undefined;

  constructor(code: RefusalCode, sentence: string, more: { retryAfter?: number; issues?: Issue[] } = {}) {
    super(sentence);
    this.code = code;
    this.retryAfter = more.retryAfter;
    this.issues = more.issues;
  }
}
