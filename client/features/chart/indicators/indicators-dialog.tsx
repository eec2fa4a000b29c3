import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './indicators-dialog.module.css';
import { type IndicatorSettings, LONGEST, MOST_LENGTHS, readLengths } from './settings.ts';

interface Props {
  settings: IndicatorSettings;
  onChange: (settings: IndicatorSettings) => void;
  onClose: () => void;
}

interface LengthsProps {
  label: string;
  /** Of switched off indicators nothing can be changed. */
  on: boolean;
  lengths: readonly number[];
  most: number;
  count: number;
  onLengths: (lengths: number[]) => void;
}

const faultText = ({ most, count }: LengthsProps): string =>
  count === 1
    ? `Enter a whole number from 2 to ${most}.`
    : `Enter up to ${count} whole numbers from 2 to ${most}, separated by commas.`;

/** Acts on each allowed entry; another one is explained. */
function Lengths(props: LengthsProps) {
  const { label, on, lengths, onLengths } = props;
  const [typed, setTyped] = useState(() => lengths.join(', '));
  const change = (text: string) => {
    setTyped(text);
    const read = readLengths(text, props);
    if (read) onLengths(read);
  };
  return on ? (
    <Field
      label={label}
      value={typed}
      inputMode={props.count === 1 ? 'numeric' : 'text'}
      autoComplete="off"
      error={readLengths(typed, props) ? null : faultText(props)}
      onChange={(event) => change(event.target.value)}
    />
  ) : null;
}

const MANY = { most: LONGEST.average, count: MOST_LENGTHS };

/** Acts at once; kept on this device. */
export function IndicatorsDialog({ settings, onChange, onClose }: Props) {
  const { ema, sma, bollinger, rsi, macd } = settings;
  const set = (change: Partial<IndicatorSettings>) => onChange({ ...settings, ...change });
  return (
    <Dialog open title="Indicators" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <div className={styles.list}>
        <Switch label="EMA: exponential average" checked={ema.on} onChange={(on) => set({ ema: { ...ema, on } })} />
        <Lengths label="EMA periods" {...ema} {...MANY} onLengths={(lengths) => set({ ema: { ...ema, lengths } })} />
        <Switch label="SMA: simple average" checked={sma.on} onChange={(on) => set({ sma: { ...sma, on } })} />
        <Lengths label="SMA periods" {...sma} {...MANY} onLengths={(lengths) => set({ sma: { ...sma, lengths } })} />
        <Switch
          label="Bollinger bands: average ± 2 deviations"
          checked={bollinger.on}
          onChange={(on) => set({ bollinger: { ...bollinger, on } })}
        />
        <Lengths
          label="Bollinger period"
          on={bollinger.on}
          lengths={[bollinger.length]}
          most={LONGEST.bollinger}
          count={1}
          onLengths={([length = bollinger.length]) => set({ bollinger: { ...bollinger, length } })}
        />
        <Switch label="RSI: relative strength" checked={rsi.on} onChange={(on) => set({ rsi: { ...rsi, on } })} />
        <Lengths
          label="RSI period"
          on={rsi.on}
          lengths={[rsi.length]}
          most={LONGEST.rsi}
          count={1}
          onLengths={([length = rsi.length]) => set({ rsi: { ...rsi, length } })}
        />
        <Switch label="MACD 12, 26, 9" checked={macd.on} onChange={(on) => set({ macd: { on } })} />
        <p className={styles.note}>Kept on this device. Values appear once enough candles are loaded before them.</p>
      </div>
    </Dialog>
  );
}
