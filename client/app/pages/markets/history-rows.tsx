import { useQuery } from '@tanstack/react-query';
import { allKeys, marketsOf } from '../../../features/keys/keys.queries.ts';
import type { View } from '#contracts/rules/view.ts';
import { HistoryTab } from '../../../features/orders/history/history-tab.tsx';
import { Button } from '../../../ui/button.tsx';

interface Props {
  view: View;
  offlineSince: number | null;
  onOpenBlocks: () => void;
}

export function HistoryRows({ view, offlineSince, onOpenBlocks }: Props) {
  const { data: keys } = useQuery(allKeys);
  const { groups = [], activeUid } = marketsOf(keys).find(({ market }) => market === view.market) ?? {};
  const group = groups.find(({ mainKey }) => mainKey.uid === activeUid);
  const all = groups
    .flatMap(({ mainKey, copyKeys }) => [mainKey].concat(copyKeys))
    .map(({ uid, name }) => ({ uid, name }));
  const named = { active: group?.mainKey ?? null, hasCopies: (group?.copyKeys.length ?? 0) > 0, all };
  return (
    <HistoryTab
      view={view}
      keys={named}
      offlineSince={offlineSince}
      emptyAction={
        <Button variant="quiet" onClick={onOpenBlocks}>
          See open blocks
        </Button>
      }
    />
  );
}
