import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { MARKETS } from '#contracts/symbol.ts';
import { siteQuery } from '../../lib/site.ts';
import { unseenAlerts } from './alerts.queries.ts';

const together = (answers: UseQueryResult<string[]>[]) => ({
  ids: answers.flatMap(({ data = [] }) => data),
  /** Read since this page began, not only kept from before. */
  fresh: answers.length > 0 && answers.every(({ dataUpdatedAt }) => dataUpdatedAt > performance.timeOrigin),
});

/** The alerts that fired and were not seen, in every market of this site. */
export function useUnseen() {
  const { data: site } = useQuery(siteQuery);
  const open = MARKETS.filter((market) => site?.markets.includes(market));
  return useQueries({ queries: open.map(unseenAlerts), combine: together });
}
