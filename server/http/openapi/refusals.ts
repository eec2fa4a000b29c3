import type { Endpoint } from '#contracts/endpoint.ts';
import type { Json } from './schemas.ts';

interface Refused {
  id: string;
  description: string;
  example: Json;
  retryAfter?: true;
}

const REFUSALS = {
  400: {
    id: 'Malformed',
    description: 'The request is not understood; issues names its fields one by one',
    example: { error: 'price: Enter a number.', issues: [{ path: 'price', message: 'Enter a number.' }] },
  },
  401: {
    id: 'NotSignedIn',
    description: 'No session, or an API token that is unknown, has ended or was removed',
    example: { error: 'Sign in first.' },
  },
  403: {
    id: 'NotAllowed',
    description:
      'The token has not the scope, the call takes no tokens, or a proof comes first: confirm (identity), prove (address)',
    example: { error: 'This call needs an API token with the scope trade; this one has read.' },
  },
  404: {
    id: 'NotFound',
    description: 'There is none with this id, or it is not yours',
    example: { error: 'There is no such bot.' },
  },
  409: {
    id: 'Conflict',
    description: 'The same request is still being worked on',
    example: { error: 'This order is already being placed.' },
  },
  413: {
    id: 'TooLarge',
    description: 'The body is too large',
    example: { error: 'This request is too large.' },
  },
  415: {
    id: 'WrongType',
    description: 'The body is sent as another type',
    example: { error: 'Send this call as application/json.' },
  },
  422: {
    id: 'OtherRequest',
    description: 'The Idempotency-Key belongs to another request',
    example: { error: 'This Idempotency-Key was used for another order.' },
  },
  429: {
    id: 'TooMany',
    description: 'Too many calls; wait as long as Retry-After says',
    example: { error: 'Too many calls at once by your API tokens.' },
    retryAfter: true,
  },
  500: {
    id: 'Fault',
    description: 'A fault of this site; the sentence has a number for its operator',
    example: { error: 'Something went wrong. Try again; if it happens again, tell us this number: …' },
  },
  502: {
    id: 'ExchangeFailed',
    description: 'The exchange did not answer, or refused. Look whether the change was made before it is sent again',
    example: { error: 'Binance did not answer.' },
  },
  503: {
    id: 'Unavailable',
    description: 'The site cannot do it now; wait as long as Retry-After says',
    example: { error: 'This site cannot reach its database at the moment.' },
    retryAfter: true,
  },
} as const satisfies Record<number, Refused>;
type Status = keyof typeof REFUSALS;

const HEADER = {
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' } },
};

/** Each refusal once, for `components`. */
export const refusalResponses = (body: Json): Json =>
  Object.fromEntries(
    Object.values<Refused>(REFUSALS).map(({ id, description, example, retryAfter }) => [
      id,
      {
        description,
        ...(retryAfter ? { headers: HEADER } : {}),
        content: { 'application/json': { schema: body, example } },
      },
    ]),
  );

/** Calls that take an Idempotency-Key: the same key and body again is answered as the first time, and done once. */
const KEYED = new Set(['placeFirstOrder', 'averageBlocks', 'splitBlock', 'startBot']);
export const takesKey = (name: string): boolean => KEYED.has(name);

interface Called extends Endpoint {
  name: string;
}
const always = () => true;
const forPersons = ({ access }: Called) => access === 'person';
const withBody = ({ json, form }: Called) => (json ?? form) !== undefined;
const withKey = ({ name }: Called) => takesKey(name);

/** Whether a call can be answered so. */
const CAN_BE: Record<Status, (call: Called) => boolean> = {
  400: ({ params, query, json, form }) => (params ?? query ?? json ?? form) !== undefined,
  401: forPersons,
  403: forPersons,
  404: ({ params }) => params !== undefined,
  409: withKey,
  413: withBody,
  415: withBody,
  422: withKey,
  429: always,
  500: always,
  502: ({ method, scopes }) => method !== 'get' && scopes?.length === 1 && scopes[0] === 'trade',
  503: always,
};

/** The answers of a call besides 200. */
export const refusalsOf = (name: string, contract: Endpoint): Json =>
  Object.fromEntries(
    Object.entries(REFUSALS)
      .filter(([status]) => CAN_BE[Number(status) as Status]({ ...contract, name }))
      .map(([status, { id }]) => [status, { $ref: `#/components/responses/${id}` }]),
  );
