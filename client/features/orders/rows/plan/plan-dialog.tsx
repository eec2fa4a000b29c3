import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { hasTargets } from '../../targets.ts';
import { whyFixed } from '../targets/target-text.ts';
import { useTargets } from '../targets/use-targets.ts';
import styles from './plan.module.css';
import { draftOf, placeOf, planParts, requestOf } from './plan-draft.ts';
import { PlanReceipt } from './plan-receipt.tsx';
import { planPreview } from './plan.queries.ts';
import { StopFields, TimeFields } from './plan-stop.tsx';
import { TargetRows } from './plan-targets.tsx';
import { usePlan } from './use-plan.ts';

const TYPING_MS = 300;

function usePlanDraft(block: OrderBlock) {
  const [draft, setDraft] = useState(() => draftOf(block));
  const parts = planParts(draft, placeOf(block));
  const request = parts && requestOf(block, parts);
  const { debounced, pending } = useDebounced(request, { wait: TYPING_MS });
  const preview = useQuery(planPreview(debounced));
  return { draft, setDraft, request, preview, outdated: pending || preview.isPlaceholderData };
}

interface Props {
  block: OrderBlock;
  offline: boolean;
  onClose: () => void;
}

type Draft = ReturnType<typeof usePlanDraft>;

function Buttons({ block, offline, onClose, of }: Props & { of: Draft }) {
  const { request, outdated, preview } = of;
  const setting = usePlan(onClose);
  const removing = useTargets(block);
  const fixed = whyFixed(block, offline) !== null;
  const remove = () =>
    removing.mutate(
      { takeProfitPrice: null, stopLossPrice: null },
      { onSuccess: (isDone) => (isDone ? onClose() : undefined) },
    );
  return (
    <>
      {block.plan || hasTargets(block) ? (
        <Button variant="danger" disabled={fixed} busy={removing.isPending} onClick={remove}>
          Remove
        </Button>
      ) : null}
      <DialogActions
        onBack={onClose}
        busy={setting.isPending}
        disabled={fixed || request === null || outdated || preview.data?.errorMessage !== null}
        onClick={() => (request ? setting.mutate(request) : undefined)}
      >
        {setting.isPending ? 'Please wait....' : 'Set plan'}
      </DialogActions>
    </>
  );
}

/** What the server says of the plan as typed. */
function Answer({ block, of: { request, preview } }: { block: OrderBlock; of: Draft }) {
  const { data, error, refetch, isFetching } = preview;
  if (!request) return <p className={styles.held}>Enter a price for each take profit, or a stop loss alone.</p>;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={3} label="Loading what the plan would do" />
    );
  if (data.errorMessage === null) return <PlanReceipt place={placeOf(block)} of={data} />;
  return (
    <p className={styles.refused} role="alert">
      {data.errorMessage}
    </p>
  );
}

/** U-8: up to five take profits with shares, and one stop, with who holds what before the press. */
export function PlanDialog(props: Props) {
  const { block, offline, onClose } = props;
  const draft = usePlanDraft(block);
  const fixed = whyFixed(block, offline);
  const fields = { place: placeOf(block), draft: draft.draft, onChange: draft.setDraft };
  return (
    <Dialog open onClose={onClose} title="Take profits and stop" footer={<Buttons {...props} of={draft} />}>
      {fixed === null ? null : <p>{fixed}</p>}
      <TargetRows {...fields} />
      <StopFields {...fields} />
      <TimeFields {...fields} />
      <Answer block={block} of={draft} />
    </Dialog>
  );
}
