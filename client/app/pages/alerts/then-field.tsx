import { useQuery } from '@tanstack/react-query';
import type { HookAction } from '#contracts/hooks.ts';
import type { ThenFieldProps } from '../../../features/alerts/components/add-alert-dialog.tsx';
import { hookList } from '../../../features/hooks/hooks.queries.ts';
import { Select } from '../../../ui/select.tsx';

/** All but setting targets: an alert names no prices for them. */
const ACTIONS = {
  open: 'open',
  add: 'add',
  reduce: 'close half',
  close: 'close',
  'bot-start': 'start its bot',
  'bot-stop': 'stop its bot',
  alert: 'tell',
};
type Callable = keyof typeof ACTIONS;
const isCallable = (action: HookAction): action is Callable => action in ACTIONS;

const HINT = 'It calls a hook of yours, which does no more than its template says.';
const NO_TARGETS = 'An alert names no prices for targets.';
const NONE = { value: '', label: 'Only notifies me' };

/** The hooks whose templates take this pair, with what each may do. Nothing where there is none. */
export function ThenField({ market, pair, value, none = null, onChange }: ThenFieldProps) {
  const { data: hooks = [] } = useQuery({ ...hookList, refetchInterval: false });
  const fitting = hooks.filter(({ template }) => template.market === market && template.pairs.includes(pair));
  const calls = fitting.flatMap(({ hookId, live, template: { name, actions } }) =>
    actions.filter(isCallable).map((action) => ({
      call: { hookId, action },
      value: `${hookId} ${action}`,
      label: `${name}: ${ACTIONS[action]}${live ? '' : ' (dry run)'}`,
    })),
  );
  if (calls.length === 0) return none;
  const lacksTargets = fitting.some(({ template: { actions } }) => actions.includes('targets'));
  const chosen = calls.find(({ call }) => call.hookId === value?.hookId && call.action === value.action);
  return (
    <Select
      label="Then"
      options={[NONE, ...calls]}
      value={chosen?.value ?? ''}
      hint={lacksTargets ? `${HINT} ${NO_TARGETS}` : HINT}
      onChange={({ target }) => onChange(calls.find((one) => one.value === target.value)?.call ?? null)}
    />
  );
}
