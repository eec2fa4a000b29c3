import { type Alert, isLevelAlert, type LevelAlert } from '#contracts/alerts.ts';
import { conditionText } from '#contracts/rules/condition-text.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { decimalsOf } from '../../../lib/format-amount.ts';
import { Amount } from '../../../ui/amount.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { useEditAlert } from '../alerts.mutations.ts';
import styles from './alert-row.module.css';
import { useAlertPrice } from '../use-alert-price.ts';
import { distance } from './distance.ts';

const PRICE_DECIMALS = 8;

interface Props {
  alert: Alert;
  pair: string;
  /** Prices are being received. */
  live: boolean;
  /** Decimals of the pair's price. */
  decimals: number;
}

function Now({ alert, live, decimals }: Omit<Props, 'pair'>) {
  const price = useAlertPrice(alert.symbol ?? '');
  const now = live ? price : null;
  return (
    <span className={styles.now}>
      Now <Amount value={now} decimals={decimals} />
      <span className={styles.distance}>{now && isLevelAlert(alert) ? distance(alert, now) : null}</span>
    </span>
  );
}

export function Level({ alert, ...rest }: Props) {
  if (isLevelAlert(alert)) return <PriceLevel alert={alert} {...rest} />;
  return (
    <div className={styles.level}>
      <span className={styles.condition}>{alert.condition ? conditionText(alert.condition) : null}</span>
      {alert.symbol === null ? null : <Now alert={alert} live={rest.live} decimals={rest.decimals} />}
    </div>
  );
}

function PriceLevel({ alert, pair, live, decimals }: Props & { alert: LevelAlert }) {
  const edit = useEditAlert(alert);
  const save = (typed: string) => {
    const price = readNumber(typed);
    if (price?.gt(0) && !price.eq(alert.price)) edit({ price });
  };
  const ownDecimals = decimalsOf(alert.price);
  return (
    <div className={styles.level}>
      <InlineEdit
        label={`Price of the alert for ${pair}`}
        value={alert.price.toFixed()}
        shown={<Amount value={alert.price} decimals={Math.max(decimals, ownDecimals)} className={styles.price} />}
        decimal
        clean={(typed) => cleanNumber(typed, PRICE_DECIMALS)}
        onSave={save}
      />
      <Now alert={alert} live={live} decimals={decimals} />
    </div>
  );
}
