import { useQuery } from '@tanstack/react-query';
import { unseenAlerts } from './alerts.queries.ts';

const NONE: string[] = [];

/** The alerts that fired and were not seen, in every market. */
export function useUnseen() {
  const { data: ids = NONE, dataUpdatedAt } = useQuery(unseenAlerts());
  /** Read since this page began, not only kept from before. */
  return { ids, fresh: dataUpdatedAt > performance.timeOrigin };
}
