import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { userQuery } from '../../../features/accounts/session.ts';
import { PushOffer, usePushOffer } from '../../../features/notifications/push-offer.tsx';

const InstallGuide = lazy(async () => ({ default: (await import('../../pwa/install-guide.tsx')).InstallGuide }));

interface Props {
  /** `onSaved` returns whether the offer has opened. */
  children: (onSaved: () => boolean) => ReactNode;
  onOfferClosed?: () => void;
}

function WithOffer({ person, children, onOfferClosed }: Props & { person: string }) {
  const { open, offer, onClose } = usePushOffer(person);
  const close = () => {
    onClose();
    onOfferClosed?.();
  };
  return (
    <>
      {children(offer)}
      <PushOffer
        open={open}
        onClose={close}
        person={person}
        installGuide={
          <Suspense fallback={null}>
            <InstallGuide />
          </Suspense>
        }
      />
    </>
  );
}

/** Offers notifications on this device after the first alert is saved. */
export function OfferAfterSave(props: Props) {
  const { data: user } = useQuery(userQuery);
  return user ? <WithOffer {...props} person={user.id} /> : props.children(() => false);
}
