import { expect, it } from 'vitest';
import { MINUTE } from '#contracts/rules/time.ts';
import { filledEntry, setTargets, xrpDeals } from '../../../tests/factories/xrp-deals.ts';
import { until } from '../../../tests/setup/until.ts';

const deals = xrpDeals();
const { askOpenOrders, control, exits, rows, shows } = deals;

it(
  'M-12 M-18 targets stay where they are while what takes their place could not be sent',
  async () => {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    await setTargets(who, blockId, { takeProfitPrice: 0.546, stopLossPrice: 0.494 });
    await shows(who, { protection: 'exchange' });
    // Of 6,000 a minute: canceling is taken, a sale is not.
    await control('limit', { weight: 5000 });
    expect(await askOpenOrders(who)).toMatchObject({ outcome: 'ok' });
    const json = { market: 'binance', symbolName: 'xrp_usdt', blockId };
    const { body } = await who.send('PUT', '/api/markets/spot/fourth/close', { json });
    expect(body.error).toBeNull();
    await until(async () => expect(await rows(who, 'buy')).toEqual([]), { timeout: MINUTE + 20_000 });
    expect(await exits(who)).toEqual(['close filled', 'stop-loss cancelled', 'take-profit cancelled']);
  },
  2 * MINUTE,
);
