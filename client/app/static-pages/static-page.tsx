import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { Page } from '../page.tsx';
import styles from './static-page.module.css';
import { STATIC_PAGES } from './static-pages.ts';

export function StaticPage() {
  const { pathname } = useLocation();
  const paper = STATIC_PAGES.find(({ path }) => path === pathname.replace(/\/$/, '').toLowerCase());
  if (!paper) return <NotFoundScreen />;
  const { title, lead, parts, next } = paper;
  return (
    <Page title={title} width="text">
      <p className={styles.lead}>{lead}</p>
      {parts.map((part) => (
        <Card key={part.title} title={part.title}>
          <ul className={styles.lines}>
            {part.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Card>
      ))}
      {next ? (
        <p>
          <ButtonLink to={next.to} variant="quiet">
            {next.label}
          </ButtonLink>
        </p>
      ) : null}
    </Page>
  );
}
