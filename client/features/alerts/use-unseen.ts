import { useQuery } from '@tanstack/react-query';
import { unseenAlerts } from './unseen.queries.ts';

const NONE: string[] = [];

/** Ids of unseen fired alerts in every market. */
export function useUnseen() {
  const { data: ids = NONE, dataUpdatedAt } = useQuery(unseenAlerts());
  /** Fetched by this page, not only restored from storage. */
  return { ids, fresh: dataUpdatedAt > performance.timeOrigin };
}
