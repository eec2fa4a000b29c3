import { endpoint } from '#contracts/endpoint.ts';
import { money } from '#contracts/money.ts';
import { BooleanText, UpperMarket } from '#contracts/symbol.ts';
import { Big } from 'big.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import {
  addressOf,
  AnswerError,
  call,
  CallError,
  isUnreached,
  NetworkError,
  PortalError,
  onVersionMismatch,
  onIdentityProof,
} from './call.ts';

const save = endpoint({
  method: 'post',
  path: '/api/thing/:market/',
  summary: 'Save',
  access: 'person',
  params: z.object({ market: UpperMarket }),
  query: z.object({ favorite: z.optional(BooleanText), page: z.optional(z.string()) }),
  json: z.strictObject({ price: money }),
  response: z.object({ price: money }),
});

const input = { params: { market: 'binance' as const }, json: { price: new Big('0.4168') } };

/** Answers every fetch the same way and records the requests. */
function answering(answer: () => Response | Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

describe('call', () => {
  it('sends params, query and body through the codecs and decodes the answer', async () => {
    const sent = answering(() => Response.json({ price: 1e-8 }));
    const answer = await call(save, { ...input, query: { favorite: true, page: undefined } });
    expect(answer.price.toFixed()).toBe('0.00000001');
    expect(sent).toMatchObject([
      {
        url: '/api/thing/BINANCE/?favorite=true',
        init: { method: 'POST', credentials: 'same-origin', body: '{"price":0.4168}' },
      },
    ]);
  });

  it('escapes path parameters', () => {
    const read = endpoint({ ...save, params: z.object({ market: z.string() }) });
    expect(addressOf(read, { params: { market: '../a b' } })).toBe('/api/thing/..%2Fa%20b/');
  });

  it("throws the refusal's sentence with its issues", async () => {
    answering(() =>
      Response.json({ error: 'Enter a number.', issues: [{ path: 'price', message: 'no' }] }, { status: 400 }),
    );
    const error = await call(save, input).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      status: 400,
      sentence: 'Enter a number.',
      issues: [{ path: 'price', message: 'no' }],
    });
  });

  it.each([
    ['', 500],
    ['<html>', 502],
    ['{"message":"x"}', 503],
  ])("says 'Error response fetch' when a refusal carries no sentence (%j)", async (body, status) => {
    answering(() => new Response(body, { status }));
    await expect(call(save, input)).rejects.toMatchObject({ status, message: 'Error response fetch' });
  });

  describe('that requires a proof of identity (S-08)', () => {
    const refusal = { error: 'Confirm that it is you to continue.', confirm: true };
    let confirmed = false;
    const wanting = () => (confirmed ? Response.json({ price: 1 }) : Response.json(refusal, { status: 403 }));

    it('waits for the proof and is sent once more', async () => {
      confirmed = false;
      const sent = answering(wanting);
      const stop = onIdentityProof(async () => (confirmed = true));
      expect((await call(save, input)).price.toFixed()).toBe('1');
      expect(sent.map(({ init }) => init.body)).toEqual(['{"price":0.4168}', '{"price":0.4168}']);
      stop();
    });

    it.each([
      ['the person declines', async () => false, 1],
      ['the proof was not enough', async () => true, 2],
    ])("throws the refusal's sentence when %s", async (_, ask, times) => {
      confirmed = false;
      const sent = answering(wanting);
      const stop = onIdentityProof(ask);
      await expect(call(save, input)).rejects.toMatchObject({ status: 403, message: refusal.error });
      expect(sent).toHaveLength(times);
      stop();
    });
  });

  it('distinguishes a lost connection from an answer', async () => {
    answering(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(save, input)).rejects.toBeInstanceOf(NetworkError);
  });

  it.each(['', '{"price":"1"}'])(
    'H-04 an answer outside the contract (%j) is of another version, and reported',
    async (body) => {
      answering(() => new Response(body));
      let recorded = 0;
      const stop = onVersionMismatch(() => (recorded += 1));
      const error = await call(save, input).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AnswerError);
      expect([error, recorded]).toMatchObject([
        { message: 'This page is newer or older than the site. Reload it.' },
        1,
      ]);
      stop();
      await expect(call(save, input)).rejects.toBeInstanceOf(AnswerError);
      expect(recorded).toBe(1);
    },
  );

  it.each([
    ['<html>Sign in to the hotel</html>', 200],
    ['<html>Sign in to the hotel</html>', 511],
  ])("H-08 %j with status %i is the network's, not the site's", async (body, status) => {
    answering(() => new Response(body, { status, headers: { 'content-type': 'text/html' } }));
    const error = await call(save, input).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PortalError);
    expect(isUnreached(error)).toBe(true);
    expect(error).toMatchObject({ message: expect.stringMatching(/^This network answered instead of the site/) });
  });

  it.each([
    ['<html>Bad Gateway</html>', true],
    ['{"error":"The site is starting."}', false],
  ])('H-08 a 502 of something in between tells nothing of the site: %s', async (body, unreached) => {
    answering(() => new Response(body, { status: 502 }));
    expect(isUnreached(await call(save, input).catch((reason: unknown) => reason))).toBe(unreached);
  });

  it('refuses to send a number that JSON would change', async () => {
    const sent = answering(() => Response.json({ price: 1 }));
    await expect(call(save, { ...input, json: { price: new Big('0.12345678901234567') } })).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });
});
