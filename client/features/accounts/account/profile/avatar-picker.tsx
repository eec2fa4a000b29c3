import { useState } from 'react';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { useChangeProfile } from './profile.mutations.ts';
import { Avatar } from '../avatar/avatar.tsx';
import styles from './avatar-picker.module.css';
import { DRAWINGS } from '../avatar/drawings.ts';

interface ChoiceProps {
  value: number;
  onChange: (index: number) => void;
}

const Choice = ({ value, onChange }: ChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend className="visually-hidden">Profile photo</legend>
    {DRAWINGS.map(({ name }, at) => (
      <label key={name} className={styles.option} title={name}>
        <input
          type="radio"
          name="iconIdx"
          aria-label={name}
          checked={value === at + 1}
          onChange={() => onChange(at + 1)}
        />
        <Avatar index={at + 1} />
      </label>
    ))}
  </fieldset>
);

interface Props {
  open: boolean;
  /** Index of the current picture, from 1. */
  current: number;
  onClose: () => void;
}

export function AvatarPicker({ open, current, onClose }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const changing = useChangeProfile();
  const close = () => {
    setChosen(null);
    onClose();
  };
  const save = () => {
    if (chosen === null || chosen === current) return close();
    changing.mutate({ iconIdx: chosen }, { onSuccess: close });
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Change profile photo"
      footer={
        <DialogActions onBack={close} busy={changing.isPending} onClick={save}>
          Save
        </DialogActions>
      }
    >
      <Choice value={chosen ?? current} onChange={setChosen} />
    </Dialog>
  );
}
