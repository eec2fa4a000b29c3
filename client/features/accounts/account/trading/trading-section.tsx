import { switchTrading, type Trading } from '#contracts/trading.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { OctagonPause, Play } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { call } from '../../../../lib/call.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState, sentenceOf } from '../../../../ui/states.tsx';
import { toast } from '../../../../ui/toast.ts';
import styles from './trading.module.css';
import { botOrdersQuery, tradingQuery } from './trading.queries.ts';

function useSwitchTrading() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: { off: boolean; botOrders: boolean }) => call(switchTrading, { json }),
    onSuccess: (state) => {
      client.setQueryData(tradingQuery.queryKey, state);
      void client.invalidateQueries({ queryKey: botOrdersQuery.queryKey });
      if (state.off) toast.info('Your trading is off');
      else toast.success('Your trading is on');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
}

const TAKE_DOWN = 'Take bots’ resting orders down too';

function Choice({ trading: { off, refusal } }: { trading: Trading }) {
  const switching = useSwitchTrading();
  const { data: resting } = useQuery({ ...botOrdersQuery, enabled: !off });
  const [botOrders, setBotOrders] = useState(true);
  return (
    <>
      {refusal === null || off ? null : <p className={styles.refusal}>{refusal}</p>}
      <p className={styles.text}>
        {off
          ? 'No orders are sent for you: no entries, copies, targets or closes. Targets on the exchange stay there, and orders can be canceled.'
          : 'In an emergency, stop all your orders, on every key and device: entries, copies, targets and closes. Targets on the exchange stay there, and orders can be canceled.'}
      </p>
      {!off && resting !== 0 ? (
        <Checkbox
          label={resting === undefined ? TAKE_DOWN : `${TAKE_DOWN} (${counted(resting, 'order')})`}
          checked={botOrders}
          onChange={({ target }) => setBotOrders(target.checked)}
        />
      ) : null}
      <Button
        variant={off ? 'primary' : 'danger'}
        icon={off ? Play : OctagonPause}
        className={styles.button}
        busy={switching.isPending}
        onClick={() => switching.mutate({ off: !off, botOrders: !off && botOrders })}
      >
        {off ? 'Switch my trading on' : 'Switch my trading off'}
      </Button>
    </>
  );
}

/** The user's own kill switch. */
export function TradingSection() {
  const { data: trading, error, refetch, isFetching } = useQuery(tradingQuery);
  const isStopped = trading !== undefined && trading.refusal !== null;
  return (
    <Card title="Emergency stop" actions={isStopped ? <Chip kind="stale">Trading is off</Chip> : null}>
      {trading ? (
        <Choice trading={trading} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={2} label="Loading the emergency stop" />
      )}
    </Card>
  );
}
