import { ImageUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import styles from './contact.module.css';
import { PHOTO_TYPES, photoFault } from './use-contact.ts';

interface Props {
  photo: File | null;
  disabled: boolean;
  onChange: (photo: File | null) => void;
}

export function PhotoField({ photo, disabled, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const wrong = photoFault(file);
    setFault(wrong);
    onChange(wrong === null ? file : null);
    // Allows choosing the same file again.
    if (input.current) input.current.value = '';
  };
  return (
    <div className={styles.photo}>
      <input
        ref={input}
        type="file"
        hidden
        accept={[...PHOTO_TYPES, '.png', '.jpg', '.jpeg'].join(',')}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button
        variant="quiet"
        icon={ImageUp}
        disabled={disabled}
        aria-describedby="photo-note"
        onClick={() => input.current?.click()}
      >
        Upload photo
      </Button>
      {photo ? (
        <span className={styles.chosen}>
          <output className={styles.file}>{photo.name}</output>
          {disabled ? null : <IconButton icon={X} label="Remove the photo" onClick={() => onChange(null)} />}
        </span>
      ) : null}
      <p id="photo-note" className={fault ? styles.wrong : styles.note} role={fault ? 'alert' : undefined}>
        {fault ?? 'png, jpeg or jpg, up to 5 MB'}
      </p>
    </div>
  );
}
