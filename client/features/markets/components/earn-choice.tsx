import { Segments } from '../../../ui/segments.tsx';

interface Props {
  base: string;
  counter: string;
  counterEarning: boolean;
  onChange: (counterEarning: boolean) => void;
}

/** In which of the pair's currencies a block's profit is kept. */
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
