/** Cases of signals in, worked by hand. */

/** W-5: two bodies that say the same have one fingerprint */
export const webhookInSame = {
  in: {
    hook: 'h1',
    bodies: [
      '{"action":"buy","ticker":"XRPUSDT","timenow":"2026-11-22T18:00:00Z"}',
      '{ "timenow":"2026-11-22T18:00:00Z", "ticker":"XRPUSDT", "action":"buy" }',
    ],
  },
  out: {
    canonical: '{"action":"buy","ticker":"XRPUSDT","timenow":"2026-11-22T18:00:00Z"}',
    fingerprint: '5e633335e793c690f7c7d49dbc4f54145229e789d743a9ab7d73b12b6581623c',
  },
} as const;

/** W-6: the age of a signal against the longest allowed; up to 5 s from the future are taken */
export const webhookInLag = {
  in: {
    longest: 60,
    signals: [
      ['2026-11-22T18:00:00Z', '2026-11-22T18:00:59.900Z'],
      ['2026-11-22T18:00:00Z', '2026-11-22T18:01:00.001Z'],
      ['2026-11-22T18:00:04Z', '2026-11-22T18:00:00Z'],
      ['2026-11-22T18:00:06Z', '2026-11-22T18:00:00Z'],
    ],
  },
  out: { taken: [true, false, true, false] },
} as const;

/** W-14: the vector of the Standard Webhooks libraries, and one of ours */
export const webhookOutKnown = {
  in: {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  },
  out: { signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
} as const;
export const webhookOutOurs = {
  in: {
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    id: 'evt_0192f0c17b0070008000000000000002',
    timestamp: 1_795_370_400,
    body: '{"type":"bot.round","timestamp":"2026-11-22T18:00:00.000Z","data":{"botId":"0192f0c1-7b00-7000-8000-000000000001","pair":"XRP_USDT","rung":5,"profit":0.59}}',
  },
  out: { signature: 'v1,vjo/qghghHw+tyXO0Uw0qLwodEd2/sb5fbyt4oacH68=' },
} as const;

/** W-15: when a delivery is tried again, seconds, before jitter of up to 10% */
export const webhookOutRetries = {
  out: { waits: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] },
} as const;
