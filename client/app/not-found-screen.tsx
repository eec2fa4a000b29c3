import { useTitle } from '../lib/use-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './screens.module.css';

export function NotFoundScreen() {
  useTitle('Not found');
  return (
    <div className={styles.screen}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>Not found</h1>
      <p className={styles.text}>Sorry! The page you're looking for cannot be found.</p>
      <ButtonLink to="/">Home</ButtonLink>
    </div>
  );
}
