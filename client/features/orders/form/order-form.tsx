import type { Big } from 'big.js';
import { lazy, Suspense, useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Copies } from './copies.tsx';
import { OrderFields } from './order-fields.tsx';
import styles from './order-form.module.css';
import { Receipt } from './receipt.tsx';
import { type OrderFormProps, useOrderForm } from './use-order-form.ts';

const WrongWayDialog = lazy(async () => ({ default: (await import('./wrong-way-dialog.tsx')).WrongWayDialog }));

const EntryPlanReceipt = lazy(async () => ({ default: (await import('./entry-plan.tsx')).EntryPlanReceipt }));

interface QuestionProps {
  of: ReturnType<typeof useOrderForm>['question'];
  pair: OrderFormProps['pair'];
  marketPrice: Big | null;
  keyName: string;
}

const Question = ({ of, ...shown }: QuestionProps) =>
  of && (
    <Suspense>
      <WrongWayDialog {...shown} order={of.order} way={of.way} onConfirm={of.confirm} onClose={of.close} />
    </Suspense>
  );

/** Keyed by pair and side, so that another pair starts with an empty form. */
export function OrderForm(props: OrderFormProps) {
  const { side, pair, counterEarning, context, tradingKey } = props;
  const noteId = useId();
  const { draft, filled, change, sending, preview, marketPrice, question, ...form } = useOrderForm(props);
  const label = `${side === 'buy' ? 'Buy' : 'Sell'} ${pair.baseCurrency}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notes that the form has the focus.
    <form
      className={styles.form}
      onFocus={form.enter}
      onSubmit={form.submit}
      aria-label={label}
      noValidate
      data-holds-itself
    >
      <OrderFields
        side={side}
        pair={pair}
        free={context.free}
        keptByBots={context.keptByBots}
        marketPrice={marketPrice}
        tradingKey={tradingKey}
        counterEarning={counterEarning}
        draft={draft}
        filled={filled}
        refusable={preview.error !== null}
        onChange={change}
      />
      <Receipt
        terms={{ side, pair, counterEarning, fee: preview.fee }}
        receipt={preview.receipt}
        targets={draft.plan ? null : filled.targets}
        tradingKey={tradingKey}
      />
      {draft.plan && preview.planned ? (
        <Suspense>
          <EntryPlanReceipt side={side} pair={pair} planned={preview.planned} outdated={preview.outdated} />
        </Suspense>
      ) : null}
      <Copies receipts={preview.receipts} pair={pair} outdated={preview.outdated} />
      <div className={styles.place}>
        <Button
          type="submit"
          variant={side}
          wide
          busy={sending}
          disabled={!form.ready && !sending}
          aria-describedby={noteId}
        >
          {sending ? 'Sending…' : label}
        </Button>
        <output id={noteId} className={form.refused ? styles.refusal : styles.note}>
          {form.note}
        </output>
      </div>
      <Question of={question} pair={pair} marketPrice={marketPrice} keyName={tradingKey.name} />
    </form>
  );
}
