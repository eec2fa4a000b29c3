import type { ReactNode } from 'react';
import { CardTitle } from '../../../ui/card.tsx';
import styles from './section.module.css';

export const SECTIONS = {
  profile: 'Profile',
  keys: 'API keys',
  security: 'Sign-in and security',
  notifications: 'Notifications',
  activity: 'Activity',
  data: 'Your data',
  appearance: 'Appearance',
} as const;
type SectionId = keyof typeof SECTIONS;

/** A section of the account page with its own address: /account#security. */
export const Section = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-heading`} className={styles.section}>
    <h2 id={`${id}-heading`}>{SECTIONS[id]}</h2>
    <CardTitle value="h3">{children}</CardTitle>
  </section>
);

export const SectionLinks = () => (
  <nav aria-label="Sections of this page" className={styles.links}>
    {Object.entries(SECTIONS).map(([id, title]) => (
      <a key={id} href={`#${id}`}>
        {title}
      </a>
    ))}
  </nav>
);
