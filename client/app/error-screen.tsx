import { Component, type ComponentType, type ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import { Button } from '../ui/button.tsx';
import { sentenceOf } from '../ui/states.tsx';
import styles from './screens.module.css';

interface ScreenProps {
  error: unknown;
}

export function ErrorScreen({ error }: ScreenProps) {
  useTitle('Something went wrong');
  return (
    <div className={styles.screen} role="alert">
      <h1>Something went wrong</h1>
      <p className={styles.text}>{sentenceOf(error)}</p>
      <Button onClick={() => window.location.reload()}>Reload this page</Button>
    </div>
  );
}

/** Shown when the shell itself fails to render. */
export const BareErrorScreen = ({ error }: ScreenProps) => (
  <main>
    <ErrorScreen error={error} />
  </main>
);

interface BoundaryProps {
  screen: ComponentType<ScreenProps>;
  /** Changing this value clears the error, so navigating away recovers from a broken page. */
  place?: string;
  children: ReactNode;
}

interface BoundaryState {
  place: string | undefined;
  /** Boxed, because `undefined` can be thrown too. */
  caught?: { error: unknown } | undefined;
}

/** React logs the error itself. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, caught: undefined };
  }

  override render() {
    const { screen: Screen, children } = this.props;
    return this.state.caught ? <Screen error={this.state.caught.error} /> : children;
  }
}
