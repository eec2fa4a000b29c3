import { useState } from 'react';
import type { KeyDialog, KeyContext } from './key-context.ts';
import { KeyDialogs } from './dialogs/key-dialogs.tsx';
import { KeyFacts } from './components/key-facts.tsx';
import { KeyTop, NotInUse } from './components/key-top.tsx';
import styles from './components/keys.module.css';

/** A key on the account page, without its actions. */
export function KeyCard(place: KeyContext) {
  const [dialog, setDialog] = useState<KeyDialog | null>(null);
  const { apiKey, group, activeUid } = place;
  return (
    <article className={styles.card} aria-label={apiKey.name}>
      <KeyTop apiKey={apiKey} mainUid={group.mainKey.uid} active={apiKey.uid === activeUid} />
      <NotInUse apiKey={apiKey} onCheck={() => setDialog('check')} />
      <KeyFacts apiKey={apiKey} leads={false} onOpenDialog={setDialog} />
      {dialog === null ? null : <KeyDialogs {...place} dialog={dialog} onClose={() => setDialog(null)} />}
    </article>
  );
}
