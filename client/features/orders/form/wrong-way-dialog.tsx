import type { Big } from 'big.js';
import type { Pair } from '#contracts/markets.ts';
import type { WrongWay } from '#contracts/rules/price-distance.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import type { Order } from './use-place-order.ts';

const PERCENT_DECIMALS = 1;

interface Props {
  order: Order;
  way: WrongWay;
  pair: Pair;
  marketPrice: Big | null;
  keyName: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** One question before an order far on the wrong side of the market. */
export function WrongWayDialog({ order, way, pair, marketPrice, keyName, onConfirm, onClose }: Props) {
  const isBuy = order.section === 'buy';
  const share = `${formatAmount(way.percent, PERCENT_DECIMALS)}% ${isBuy ? 'above' : 'below'}`;
  const verb = isBuy ? 'Buy' : 'Sell';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${verb} ${share} the market?`}
      footer={
        <DialogActions back="Change the price" onBack={onClose} variant={order.section} onClick={onConfirm}>
          {verb} all the same
        </DialogActions>
      }
    >
      <p>
        Your price is <Amount value={order.price} decimals={pair.counterRound} unit={pair.counterCurrency} />, the
        market is at <Amount value={marketPrice} decimals={pair.counterRound} unit={pair.counterCurrency} />. Filled at
        your price, the order on <bdi>{keyName}</bdi> would {isBuy ? 'cost' : 'bring in'}{' '}
        <strong>
          <Amount value={way.cost} decimals={pair.counterAmountDecimals} unit={pair.counterCurrency} />
        </strong>{' '}
        {isBuy ? 'more' : 'less'} than at the market.
      </p>
    </Dialog>
  );
}
