import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { persistQueries } from '../../lib/offline/persist-queries.ts';

interface Props {
  /** User id as the server knows it. */
  person: string;
}

/** Persists the signed-in user's queries for offline reading. */
export function PersistQueries({ person }: Props) {
  const client = useQueryClient();
  useEffect(() => persistQueries(client, person), [client, person]);
  return null;
}
