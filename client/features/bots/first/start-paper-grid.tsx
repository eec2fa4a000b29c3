import { useMutation, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { addKey, createPaperKey } from '#contracts/key-edits.ts';
import { getMarketInfo } from '#contracts/markets.ts';
import { call } from '../../../lib/call.ts';
import { siteQuery } from '../../../lib/site.ts';
import { Button } from '../../../ui/button.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useStartBot } from '../runs.mutations.ts';
import { paperGrid } from './paper-grid.ts';

interface Props {
  hasKey: boolean;
  onStarted: (botId: string) => void;
}

const makeKey = async (): Promise<void> => {
  const paper = await call(createPaperKey);
  await call(addKey, { json: { market: 'binance', name: 'Paper', ...paper } });
};

/** One press, on a site that trades on paper: a grid that runs. */
export function StartPaperGrid({ hasKey, onStarted }: Props) {
  const { data: site } = useQuery(siteQuery);
  const starting = useStartBot(({ botId }) => onStarted(botId));
  const making = useMutation({
    mutationFn: async () => {
      if (!hasKey) await makeKey();
      const params = { tradeType: 'spot' as const, market: 'binance' as const, symbol: 'xrp_usdt' };
      const create = paperGrid(await call(getMarketInfo, { params, query: {} }));
      if (!create) throw new Error('The price is not known yet. Try again in a moment.');
      return create;
    },
    onSuccess: (create) => starting.mutate({ save: { botId: null, create, change: {} }, warned: false }),
    onError: (error: Error) => toast.error(sentenceOf(error)),
  });
  if (site?.exchangeMode !== 'paper') return null;
  return (
    <Button icon={Play} busy={making.isPending || starting.isPending} onClick={() => making.mutate()}>
      Start a paper grid with 400 USDT
    </Button>
  );
}
