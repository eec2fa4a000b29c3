import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { webhookOutKnown, webhookOutOurs } from '../../tests/worked-examples/webhooks.ts';
import { isSigned, newSigningSecret, signatureOf, signedHeaders } from './standard-webhooks.ts';

describe('W-14: Standard Webhooks 1.0.0', () => {
  it.each([
    ['webhook-out-known', webhookOutKnown],
    ['webhook-out-ours', webhookOutOurs],
  ])('W-14 signs as the worked example %s', (_, { in: { secret, id, timestamp, body }, out }) => {
    expect(signatureOf([secret], { id, at: timestamp * 1000, body })).toBe(out.signature);
  });

  it('W-14 a new secret has 32 bytes, and what it signs is taken by the library', () => {
    const secret = newSigningSecret();
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const [id, body] = ['evt_1', '{"type":"block.closed"}'];
    const at = Date.now();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at / 1000)),
      'webhook-signature': signatureOf([newSigningSecret(), secret], { id, at, body }),
    };
    expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'block.closed' });
    expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow('No matching signature');
  });

  const secret = newSigningSecret();
  const body = '{"action":"open"}';
  const at = 1_795_370_400_000;
  const good = { id: 'msg_1', at, signatures: [signatureOf([secret], { id: 'msg_1', at, body })], body };

  const cases: [string, { change?: Partial<typeof good>; now?: number; is: boolean }][] = [
    ['its own', { is: true }],
    ['one of several', { change: { signatures: ['v1,none', ...good.signatures] }, is: true }],
    ['five minutes late', { now: at + 300_000, is: true }],
    ['later', { now: at + 301_000, is: false }],
    ['from the future', { now: at - 301_000, is: false }],
    ['another body', { change: { body: '{"action":"close"}' }, is: false }],
    ['another id', { change: { id: 'msg_2' }, is: false }],
    ['another time', { change: { at: at + 1000 }, is: false }],
    ['another version', { change: { signatures: [good.signatures[0]?.replace('v1,', 'v2,') ?? ''] }, is: false }],
    ['none', { change: { signatures: [''] }, is: false }],
  ];
  it.each(cases)('W-3 a signature: %s', (_, { change, now = at, is }) => {
    expect(isSigned(secret, { ...good, ...change }, now)).toBe(is);
  });

  it('W-3 headers that are none', () => {
    const given = { 'webhook-id': 'a', 'webhook-timestamp': '1795370400', 'webhook-signature': 'v1,x v1,y' };
    const read = (of: Record<string, string>) => signedHeaders((name) => of[name]);
    expect(read(given)).toEqual({ id: 'a', at, signatures: ['v1,x', 'v1,y'] });
    for (const name of Object.keys(given)) expect(read({ ...given, [name]: '' })).toBeNull();
    expect(read({ ...given, 'webhook-timestamp': 'now' })).toBeNull();
  });
});
