import { Help } from '../../../ui/help.tsx';
import { Segments } from '../../../ui/segments.tsx';
import styles from './earn-choice.module.css';

interface Props {
  base: string;
  counter: string;
  counterEarning: boolean;
  onChange: (counterEarning: boolean) => void;
}

/** Currency in which profit is kept. */
export const EarnChoice = ({ base, counter, counterEarning, onChange }: Props) => (
  <div className={styles.earn}>
    <Segments
      label="Earn in"
      options={[
        { value: 'counter', label: counter },
        { value: 'base', label: base },
      ]}
      value={counterEarning ? 'counter' : 'base'}
      onChange={(side) => onChange(side === 'counter')}
    />
    <Help about="Earn in">
      The currency in which a deal&apos;s profit stays with you. In {counter}, a buy block sells everything that it
      bought. In {base}, it sells only what brings back its cost, and the rest stays as {base}.
    </Help>
  </div>
);
