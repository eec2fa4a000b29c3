import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userQuery } from '../../../features/accounts/session.ts';
import { PushOffer, usePushOffer } from '../../../features/notifications/push-offer.tsx';
import { InstallGuide } from '../../pwa/install-guide.tsx';

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
      <PushOffer open={open} onClose={close} person={person} installGuide={<InstallGuide />} />
    </>
  );
}

/** Offers notifications on this device after the first alert is saved. */
export function OfferAfterSave(props: Props) {
  const { data: user } = useQuery(userQuery);
  return user ? <WithOffer {...props} person={user.email} /> : props.children(() => false);
}
