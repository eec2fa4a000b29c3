import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepReadable } from '../../lib/offline/keep-readable.ts';

interface Props {
  /** User id as the server knows it. */
  person: string;
}

/** Persists the signed-in user's queries for offline reading. */
export function KeepReadable({ person }: Props) {
  const client = useQueryClient();
  useEffect(() => keepReadable(client, person), [client, person]);
  return null;
}
