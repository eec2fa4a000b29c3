import { formatClock } from '../lib/format-time.ts';
import { useOnline } from '../lib/use-online.ts';
import { Chip } from '../ui/chip.tsx';
import { useLiveState } from './live-provider.tsx';

/** Connection state as text. */
export function LiveChip() {
  const state = useLiveState();
  // Without a network, a silent connection takes seconds to be detected as lost.
  const online = useOnline();
  return (
    <output>
      {state.kind === 'live' && online ? <Chip kind="live" /> : null}
      {state.kind === 'live' && !online ? <Chip kind="stale">Offline</Chip> : null}
      {state.kind === 'connecting' ? <Chip kind="stale">Connecting…</Chip> : null}
      {state.kind === 'lost' ? <Chip kind="stale">Offline since {formatClock(state.since)}</Chip> : null}
      {state.kind === 'given-up' ? <Chip kind="offline">Offline since {formatClock(state.since)}</Chip> : null}
    </output>
  );
}
