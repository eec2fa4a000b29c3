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
