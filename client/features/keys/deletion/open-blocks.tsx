import type { RefObject } from 'react';
import styles from './deletion.module.css';
import type { Deletion, Leaving } from './use-deletion.ts';
import type { ApiKey } from '../key-context.ts';

const CHOICES: { value: Leaving; label: string }[] = [
  {
    value: 'close',
    label: 'Close at market: what is held is sold or bought back, and open orders are canceled',
  },
  { value: 'leave', label: 'Leave the orders on the exchange: Tandem stops managing them' },
];

interface Props {
  apiKey: ApiKey;
  deletion: Deletion;
  ref: RefObject<HTMLFieldSetElement | null>;
}

/** Choice of what happens to a key's open blocks, if it has any. */
export function OpenBlocks({ apiKey, deletion, ref }: Props) {
  const { name, openBlocks } = apiKey;
  if (openBlocks === 0) return null;
  return (
    <fieldset ref={ref} className={styles.choice}>
      <legend>
        <bdi>{name}</bdi> has {openBlocks === 1 ? 'an open block' : `${openBlocks} open blocks`}. Choose what happens to{' '}
        {openBlocks === 1 ? 'it' : 'them'}:
      </legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name="open-blocks"
            checked={deletion.leaving === value}
            onChange={() => deletion.setLeaving(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
