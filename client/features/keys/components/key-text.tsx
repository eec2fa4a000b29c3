import { isolated } from '#contracts/rules/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import { keyText } from '../key-detail.queries.ts';
import styles from './keys.module.css';
import type { ApiKey } from '../key-context.ts';

/** Masked; the full text is fetched on request. */
export function KeyText({ apiKey }: { apiKey: ApiKey }) {
  const [shown, setShown] = useState(false);
  const { data, error } = useQuery({ ...keyText(apiKey.uid), enabled: shown });
  return (
    <span className={styles.withIcon}>
      <span className={styles.code}>{(shown && data?.key) || apiKey.key}</span>
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={`${shown ? 'Hide' : 'Show'} the API key of ${isolated(apiKey.name)}`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
      {shown && error ? <span role="alert">{sentenceOf(error)}</span> : null}
    </span>
  );
}
