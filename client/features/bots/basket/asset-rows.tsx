import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { grouped } from '#contracts/rules/decimal.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import create from '../create/create.module.css';
import { type AssetRow, assetsOf } from './basket-draft.ts';
import styles from './basket.module.css';
import { LEAST_PERCENT, MOST_ASSETS, without, withOneMore, withPercent } from './percents.ts';
import type { BasketForm } from './use-basket-form.ts';

const COIN_DECIMALS = 8;

const withPercents = (rows: readonly AssetRow[], percents: readonly number[]): AssetRow[] =>
  rows.map((row, at) => ({ ...row, percent: percents[at] ?? LEAST_PERCENT }));

interface RowProps {
  row: AssetRow;
  options: readonly string[];
  most: number;
  error: string | undefined;
  onAsset: (asset: string) => void;
  onPercent: (percent: number) => void;
  onRemove: (() => void) | null;
}

/** Typed to the end before the others follow. */
function PercentField({ row, onPercent }: Pick<RowProps, 'row' | 'onPercent'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed !== null && typed !== '') onPercent(Number(typed));
    setTyped(null);
  };
  return (
    <Field
      label={`Percent of ${row.asset}`}
      labelHidden
      decimal
      trailing="%"
      value={typed ?? String(row.percent)}
      onChange={(event) => setTyped(cleanNumber(event.target.value, 0))}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}

function Row({ row, options, most, error, onAsset, onPercent, onRemove }: RowProps) {
  const { asset, percent } = row;
  return (
    <li className={styles.row}>
      <Select
        label="Asset"
        labelHidden
        error={error}
        options={options.map((value) => ({ value, label: value }))}
        value={asset}
        onChange={({ target }) => onAsset(target.value)}
      />
      <PercentField row={row} onPercent={onPercent} />
      <IconButton icon={X} label={`Remove ${asset}`} disabled={onRemove === null} onClick={() => onRemove?.()} />
      <input
        type="range"
        className={styles.slider}
        aria-label={`Share of ${asset}`}
        aria-valuetext={`${percent}%`}
        min={LEAST_PERCENT}
        max={most}
        value={percent}
        onChange={({ target }) => onPercent(Number(target.value))}
      />
    </li>
  );
}

/** B-1: the parts of the basket, which always add up to 100%. */
export function AssetRows({ form }: { form: BasketForm }) {
  const { draft, pairs, faults, set } = form;
  const { rows, counter } = draft;
  const id = useId();
  const percents = rows.map(({ percent }) => percent);
  const taken = new Set(rows.map(({ asset }) => asset));
  const free = assetsOf(pairs, counter).filter((asset) => !taken.has(asset));
  const [next] = free;
  const put = (changed: readonly AssetRow[]) => set({ rows: changed });
  return (
    <section aria-labelledby={id} className={styles.assets}>
      <h3 id={id}>Assets</h3>
      <ul className={styles.rows}>
        {rows.map((row, at) => (
          <Row
            key={row.asset}
            row={row}
            options={[row.asset, ...free]}
            most={100 - LEAST_PERCENT * (rows.length - 1)}
            error={faults[`assets.${at}.asset`]?.text}
            onAsset={(asset) => put(rows.map((each, place) => (place === at ? { ...each, asset, coins: '' } : each)))}
            onPercent={(percent) => put(withPercents(rows, withPercent(percents, at, percent)))}
            onRemove={
              rows.length > 2
                ? () =>
                    put(
                      withPercents(
                        rows.filter((_, place) => place !== at),
                        without(percents, at),
                      ),
                    )
                : null
            }
          />
        ))}
      </ul>
      {faults['assets'] ? (
        <p role="alert" className={create.fault}>
          {faults['assets'].text}
        </p>
      ) : null}
      <Button
        variant="quiet"
        small
        icon={Plus}
        disabled={rows.length >= MOST_ASSETS || next === undefined}
        onClick={() =>
          next && put(withPercents([...rows, { asset: next, percent: 0, coins: '' }], withOneMore(percents)))
        }
      >
        Add an asset
      </Button>
    </section>
  );
}

/** Coins of one's own that are put into it. */
export function OwnCoins({ form }: { form: BasketForm }) {
  const { draft, faults, planned, set } = form;
  const { rows, counter } = draft;
  const count = rows.filter(({ coins }) => coins !== '').length;
  const hint = (asset: string): string | undefined => {
    const free = planned?.assets.find((each) => each.asset === asset)?.free;
    return free ? `${grouped(free)} free` : undefined;
  };
  return (
    <Disclosure title={count > 0 ? `Use my coins (${count})` : 'Use my coins'}>
      <div className={create.inputs}>
        {rows.map((row, at) =>
          row.asset === counter ? null : (
            <Field
              key={row.asset}
              label={`My ${row.asset}`}
              decimal
              trailing={row.asset}
              value={row.coins}
              error={faults[`assets.${at}.coins`]?.text}
              hint={hint(row.asset)}
              onChange={({ target }) => {
                const coins = cleanNumber(target.value, COIN_DECIMALS);
                set({ rows: rows.with(at, { ...row, coins }) });
              }}
            />
          ),
        )}
      </div>
    </Disclosure>
  );
}
