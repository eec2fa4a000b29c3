import type { Big } from 'big.js';
import { useState } from 'react';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { openBooks, resultAt } from '#contracts/rules/open-result.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useMarketPrice } from '../../market-price.ts';
import { hasTargets, type Target } from '../../targets.ts';
import { pairLabel, Percent, Price, Profit, SideLabel } from '../../figures/figures.tsx';
import { hintOf, LABELS, readTarget, shownPrice, TARGETS, whyFixed } from './target-text.ts';
import styles from './targets.module.css';
import { useTargets } from './use-targets.ts';

function Facts({ block }: { block: OrderBlock }) {
  const market = useMarketPrice();
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Position</dt>
        <dd>
          <SideLabel {...block} />
        </dd>
      </div>
      <div>
        <dt>Coin pair</dt>
        <dd>{pairLabel(block)}</dd>
      </div>
      <div>
        <dt>Market price</dt>
        <dd>
          <Amount value={market} decimals={block.counterRound} />
        </dd>
      </div>
      <div>
        <dt>Entry price</dt>
        <dd>
          <Price block={block} />
        </dd>
      </div>
    </dl>
  );
}

const FREE_DECIMALS = 4;
const UP = 3;

/** Result at a target; for a stop loss of a sale also the extra funds it needs. */
function Outcome({ block, price }: { block: OrderBlock; price: Big | null }) {
  const books = openBooks(block);
  const result = books && price && resultAt(books, price);
  const { baseCurrency, counterCurrency } = block.symbol;
  const short = result && books.side === 'sell' && result.quantity.times(price).minus(books.moved.counter);
  return (
    <span className={styles.outcome}>
      PNL <Profit block={block} value={result ? result.profit : null} />{' '}
      <Percent value={result ? result.percent : null} />
      {result ? (
        <span className={styles.trades}>
          {block.section === 'buy' ? 'Sells' : 'Buys back'}{' '}
          <Amount value={result.quantity} decimals={block.baseRound} unit={baseCurrency} />
          {short && short.gt(0) ? (
            <>
              ; <Amount value={short.round(FREE_DECIMALS, UP)} decimals={FREE_DECIMALS} unit={counterCurrency} /> must
              be free in addition
            </>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}

interface Props {
  block: OrderBlock;
  offline: boolean;
  onClose: () => void;
  /** Opens the plan of several take profits; null where the block can have none. */
  onSeveral: (() => void) | null;
}

type Texts = Record<Target, string>;

/** Typed prices, validated at the current market price. */
function useDraft(block: OrderBlock) {
  const market = useMarketPrice();
  const before: Texts = { stopLoss: shownPrice(block, 'stopLoss'), takeProfit: shownPrice(block, 'takeProfit') };
  const [typed, setTyped] = useState<Texts>(before);
  const read = (target: Target) => readTarget(block, target, { typed: typed[target], market });
  const [stopLoss, takeProfit] = [read('stopLoss'), read('takeProfit')];
  const isSound = market !== null && stopLoss.fault === null && takeProfit.fault === null;
  const isChanged = TARGETS.some((target) => typed[target] !== before[target]);
  const change = (target: Target, text: string) =>
    setTyped({ ...typed, [target]: cleanNumber(text, block.counterRound) });
  const isAny = stopLoss.price !== null || takeProfit.price !== null;
  return { market, typed, stopLoss, takeProfit, change, ready: isSound && isChanged && isAny };
}

export function TargetsDialog({ block, offline, onClose, onSeveral }: Props) {
  const draft = useDraft(block);
  const change = useTargets(block);
  const fixed = whyFixed(block, offline);
  const send = (stopLossPrice: Big | null, takeProfitPrice: Big | null) =>
    change.mutate({ stopLossPrice, takeProfitPrice }, { onSuccess: (isDone) => (isDone ? onClose() : undefined) });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Stop Limit / Take Profit"
      footer={
        <>
          {hasTargets(block) ? (
            <Button variant="danger" disabled={fixed !== null} busy={change.isPending} onClick={() => send(null, null)}>
              Remove
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={change.isPending}
            disabled={fixed !== null || !draft.ready}
            onClick={() => send(draft.stopLoss.price, draft.takeProfit.price)}
          >
            OK
          </Button>
        </>
      }
    >
      <Facts block={block} />
      {fixed === null ? null : <p>{fixed}</p>}
      {TARGETS.map((target) => (
        <div key={target} className={styles.field}>
          <Field
            decimal
            label={LABELS[target].long}
            value={draft.typed[target]}
            error={draft[target].fault}
            hint={hintOf(block, target, draft.market)}
            trailing={block.symbol.counterCurrency}
            onChange={(event) => draft.change(target, event.target.value)}
          />
          <Outcome block={block} price={draft[target].price} />
        </div>
      ))}
      {onSeveral ? (
        <Button variant="quiet" onClick={onSeveral}>
          Several take profits, or a stop that moves
        </Button>
      ) : null}
    </Dialog>
  );
}
