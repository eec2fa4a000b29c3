import { Big } from 'big.js';
import { type FormEvent, useId, useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import type { ChartLine, Movable } from '../chart-line.ts';
import styles from './lines.module.css';
import { MoveResult } from './move-result.tsx';

interface Props {
  line: ChartLine & { movable: Movable };
  /** Price the line was dragged to. */
  price: Big;
  pair: Pair;
  marketPrice: Big | null;
  onPrice: (price: Big) => void;
  onClose: () => void;
}

function faultOf({ line, pair }: Props, price: Big | null): string | null {
  if (!price?.gt(0)) return 'Enter a price.';
  const tick = pair.counterStepSize;
  return price.mod(tick).eq(0) ? line.movable.faultAt(price) : `The price must be a multiple of ${tick.toFixed()}.`;
}

/** Confirms a move by drag or keyboard, and shows its result. */
export function MoveDialog(props: Props) {
  const { line, pair, marketPrice, onPrice, onClose } = props;
  const formId = useId();
  const [typed, setTyped] = useState(() => props.price.toFixed(pair.counterRound));
  const [sending, setSending] = useState(false);
  const price = readNumber(typed);
  const fault = faultOf(props, price);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!price || fault !== null || sending) return;
    setSending(true);
    const isDone = await line.movable.move(price);
    setSending(false);
    if (isDone) onClose();
  };
  const change = (text: string) => {
    const next = cleanNumber(text, pair.counterRound);
    setTyped(next);
    const read = readNumber(next);
    if (read?.gt(0)) onPrice(read);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={line.movable.title}
      footer={
        <DialogActions
          onBack={onClose}
          type="submit"
          form={formId}
          busy={sending}
          disabled={fault !== null || price?.eq(line.price)}
        >
          {line.movable.action}
        </DialogActions>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>
          {line.name}, now at {grouped(line.price, pair.counterRound)} {pair.counterCurrency}.
        </p>
        <Field
          label="New price"
          decimal
          value={typed}
          error={fault}
          trailing={pair.counterCurrency}
          onChange={(event) => change(event.target.value)}
        />
        {price?.gt(0) ? <MoveResult movable={line.movable} price={price} marketPrice={marketPrice} /> : null}
      </form>
    </Dialog>
  );
}
