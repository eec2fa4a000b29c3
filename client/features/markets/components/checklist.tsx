import { Check, Circle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './checklist.module.css';

export interface Step {
  name: string;
  done: boolean;
  /** Button or link that leads to the step. */
  action?: ReactNode;
}

interface Props {
  steps: readonly Step[];
  onDismiss: () => void;
}

export const Checklist = ({ steps, onDismiss }: Props) => (
  <Card
    title={`First steps: ${steps.filter(({ done }) => done).length} of ${steps.length}`}
    actions={<IconButton icon={X} label="Dismiss the first steps" onClick={onDismiss} />}
    className={styles.card}
  >
    <ul className={styles.steps}>
      {steps.map(({ name, done, action }) => (
        <li key={name} className={done ? styles.done : undefined}>
          <Icon of={done ? Check : Circle} size={18} label={done ? 'Done' : 'To do'} />
          <span>{name}</span>
          {done ? null : action}
        </li>
      ))}
    </ul>
  </Card>
);
