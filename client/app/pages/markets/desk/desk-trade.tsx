import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { DeskScreen } from '../../../../features/markets/desk/desk-screen.tsx';
import { later } from '../../../../lib/first-view.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Footer } from '../../../shell/footer.tsx';
import type { SidesProps } from './sides.tsx';
import type { Desk } from './use-desk.ts';

const WatchlistPane = later(async () => (await import('./sides.tsx')).WatchlistPane);
const BookPane = later(async () => (await import('./sides.tsx')).BookPane);
const OneSidePane = later(async () => (await import('./sides.tsx')).OneSidePane);

interface Props extends Omit<ComponentProps<typeof DeskScreen>, 'watchlist' | 'book'> {
  desk: Desk;
  market: SidesProps;
}

const Pane = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton lines={1} height="100%" label="Loading market data" />}>{children}</Suspense>
);

/** The desk with as many panes of market data as it has room for; their code loads after the first view. */
export function DeskTrade({ desk: { sides }, market, data, ...screen }: Props) {
  return (
    <DeskScreen
      {...screen}
      data={sides === 'none' ? data : null}
      // The page does not scroll to its footer: it ends the pane that scrolls.
      help={
        <>
          {screen.help}
          <Footer />
        </>
      }
      watchlist={
        sides === 'both' ? (
          <Pane>
            <WatchlistPane {...market} />
          </Pane>
        ) : null
      }
      book={
        sides === 'none' ? null : (
          <Pane>{sides === 'both' ? <BookPane {...market} /> : <OneSidePane {...market} />}</Pane>
        )
      }
    />
  );
}
