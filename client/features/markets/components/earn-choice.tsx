import { Segments } from '../../../ui/segments.tsx';

interface Props {
  base: string;
  counter: string;
  counterEarning: boolean;
  onChange: (counterEarning: boolean) => void;
}

/** Currency in which profit is kept. */
export const EarnChoice = ({ base, counter, counterEarning, onChange }: Props) => (
  <Segments
    label="Earn in"
    options={[
      { value: 'counter', label: counter },
      { value: 'base', label: base },
    ]}
    value={counterEarning ? 'counter' : 'base'}
    onChange={(side) => onChange(side === 'counter')}
  />
);
