import { expect, it } from 'vitest';
import { openRecorded, type RecordedMarket } from '../../factories/recorded-market.ts';
import { scenariosOf } from '../../doubles/recorded-exchange.ts';

/** What each recorded key is found to be. */
const FAULTS: Record<string, string> = {
  good: 'none',
  withdraws: 'can-withdraw',
  transfers: 'can-withdraw',
  pays: 'can-withdraw',
  'reads-only': 'no-spot',
  'no-spot': 'no-spot',
  classic: 'no-spot',
  'no-permission': 'no-spot',
  unknown: 'wrong-key',
  expired: 'wrong-key',
  'wrong-secret': 'wrong-secret',
  'wrong-ip': 'wrong-ip',
  silent: 'unreachable',
};

export function recordedKeys(market: RecordedMarket): void {
  it.each(scenariosOf(market.market, 'keys'))('%s', async (name) => {
    const { exchange } = await openRecorded(market, [`keys/${name}`]);
    const checked = await exchange.checkKey(market.key);
    expect(checked.ok ? 'none' : checked.fault).toBe(FAULTS[name]);
    if (!checked.ok) expect(checked.sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('a key that no header can carry is a wrong key, and never leaves', async () => {
    const { exchange, recorded } = await openRecorded(market, []);
    const asked = recorded.seen.length;
    const checked = await exchange.checkKey({ ...market.key, apiKey: 'two\nlines' });
    expect(checked).toMatchObject({ ok: false, fault: 'wrong-key' });
    expect(recorded.seen).toHaveLength(asked);
  });
}
