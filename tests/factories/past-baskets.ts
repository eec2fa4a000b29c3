import { MINUTE } from '../../server/contracts/rules/time.ts';
import { type Bars, barsOf } from '../../server/domain/backtest/bars.ts';
import type { BasketReplaySettings } from '../../server/domain/backtest/basket/replay-basket.ts';
import { asset as given } from './basket-facts.ts';
import { BNB as BNB_PAIR, pair } from './matching-world.ts';
import { big } from './worked-grids.ts';

export const BTC = pair('BTC', 'USDT', {
  tick: big('0.01'),
  step: big('0.00001'),
  minQty: big('0.00001'),
  maxPrice: null,
});
export const BNB = BNB_PAIR;

/** Bars from 'open high low close' lines, so many minutes each; a price alone is all four. */
export const basketBars = (lines: readonly (string | number)[], { minutes = 1, volume = 1e6 } = {}): Bars =>
  barsOf(
    minutes * MINUTE,
    lines.map((line, at) => {
      const [open = 0, high = open, low = open, close = open] = `${line}`.split(' ').map(Number);
      return { time: at * minutes * MINUTE, open, high, low, close, volume };
    }),
  );

interface Wanted extends Partial<BasketReplaySettings> {
  /** First prices of BTC and BNB. */
  btc: number;
  bnb: number;
  /** Given of each. */
  money?: string;
  coins?: [string, string];
}

/** BTC and BNB, half and half, without slippage. */
export const basketOf = ({ btc, bnb, money = '1000', coins = ['0', '0'], ...more }: Wanted): BasketReplaySettings => ({
  when: { threshold: big('0.05'), every: null },
  assets: [
    given(0, 'USDT', { given: money }),
    { ...given(1, 'BTC', { target: '0.5', given: coins[0] }), startPrice: big(btc) },
    { ...given(2, 'BNB', { target: '0.5', given: coins[1] }), startPrice: big(bnb) },
  ],
  pairs: [BTC, BNB],
  fee: big('0.001'),
  slippage: big(0),
  spreadTicks: big(0),
  volumeShare: null,
  stop: { loss: null, at: null },
  endings: { loss: 'sell', at: 'keep' },
  ...more,
});
