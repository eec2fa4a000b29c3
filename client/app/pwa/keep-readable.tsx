import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepReadable } from '../../lib/offline/keep-readable.ts';

interface Props {
  /** The person's id, by the server's word. */
  person: string;
}

/** What the signed-in person reads can be read again without a connection. */
export function KeepReadable({ person }: Props) {
  const client = useQueryClient();
  useEffect(() => keepReadable(client, person), [client, person]);
  return null;
}
