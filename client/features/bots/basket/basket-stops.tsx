import { cleanNumber } from '#contracts/rules/number-input.ts';
import { classes } from '../../../ui/classes.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import create from '../create/create.module.css';
import { Ending } from '../create/stop-fields.tsx';
import type { BasketForm } from './use-basket-form.ts';

/** B-6: what ends the basket, and what becomes of its coins. */
export function BasketStops({ form }: { form: BasketForm }) {
  const { draft, faults } = form;
  const { stops } = draft;
  const set = (change: Readonly<Record<string, string>>) => form.set({ stops: { ...stops, ...change } });
  const count = ['stop.loss', 'stop.at'].filter((name) => stops[name]).length;
  const ending = { type: 'basket', form: { draft: stops, set } } as const;
  return (
    <Disclosure title={count > 0 ? `Stop conditions (${count})` : 'Stop conditions'}>
      <div className={create.inputs}>
        <div className={create.pairOfFields}>
          <Field
            label="Total loss of"
            decimal
            trailing="%"
            value={stops['stop.loss'] ?? ''}
            error={faults['stop.loss']?.text}
            hint="Looked at once a minute."
            onChange={({ target }) => set({ 'stop.loss': cleanNumber(target.value, 2) })}
          />
          <Ending name="loss" {...ending} />
        </div>
        <div className={classes(create.pairOfFields, create.timeFields)}>
          <Field
            label="At a time"
            type="datetime-local"
            value={stops['stop.at'] ?? ''}
            error={faults['stop.at']?.text}
            onChange={({ target }) => set({ 'stop.at': target.value })}
          />
          <Ending name="at" {...ending} />
        </div>
      </div>
    </Disclosure>
  );
}
