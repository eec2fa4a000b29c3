import { useState } from 'react';
import type { Ask, KeyPlace } from '../key-place.ts';
import { KeyDialogs } from './key-dialogs.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyTop, NotInUse } from './key-top.tsx';
import styles from './keys.module.css';

/** A key on the account page, without its actions. */
export function KeyCard(place: KeyPlace) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const { apiKey, group, activeUid } = place;
  return (
    <article className={styles.card} aria-label={apiKey.name}>
      <KeyTop apiKey={apiKey} mainUid={group.mainKey.uid} active={apiKey.uid === activeUid} />
      <NotInUse apiKey={apiKey} onCheck={() => setAsk('check')} />
      <KeyFacts apiKey={apiKey} leads={false} onAsk={setAsk} />
      {ask === null ? null : <KeyDialogs {...place} ask={ask} onClose={() => setAsk(null)} />}
    </article>
  );
}
