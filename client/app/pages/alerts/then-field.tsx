import { useQuery } from '@tanstack/react-query';
import type { ThenFieldProps } from '../../../features/alerts/components/add-alert-dialog.tsx';
import { hookList } from '../../../features/hooks/hooks.queries.ts';
import { Select } from '../../../ui/select.tsx';

const ACTIONS = {
  open: 'open',
  add: 'add',
  reduce: 'close half',
  close: 'close',
  targets: 'set targets',
  'bot-start': 'start its bot',
  'bot-stop': 'stop its bot',
  alert: 'tell',
};
const NONE = { value: '', label: 'Only notifies me' };

/** The hooks whose templates take this pair, with what each may do. Nothing where there is none. */
export function ThenField({ market, pair, value, none = null, onChange }: ThenFieldProps) {
  const { data: hooks = [] } = useQuery({ ...hookList, refetchInterval: false });
  const fitting = hooks.filter(({ template }) => template.market === market && template.pairs.includes(pair));
  const calls = fitting.flatMap(({ hookId, live, template: { name, actions } }) =>
    actions.map((action) => ({
      call: { hookId, action },
      value: `${hookId} ${action}`,
      label: `${name}: ${ACTIONS[action]}${live ? '' : ' (dry run)'}`,
    })),
  );
  if (calls.length === 0) return none;
  const chosen = calls.find(({ call }) => call.hookId === value?.hookId && call.action === value.action);
  return (
    <Select
      label="Then"
      options={[NONE, ...calls]}
      value={chosen?.value ?? ''}
      hint="It calls a hook of yours, which does no more than its template says."
      onChange={({ target }) => onChange(calls.find((one) => one.value === target.value)?.call ?? null)}
    />
  );
}
