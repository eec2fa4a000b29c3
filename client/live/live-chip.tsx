import { formatClock } from '../lib/format-time.ts';
import { Chip } from '../ui/chip.tsx';
import { useLiveState } from './live-provider.tsx';

/** Live, or offline since when: in words. */
export function LiveChip() {
  const state = useLiveState();
  return (
    <output>
      {state.kind === 'live' ? <Chip kind="live" /> : null}
      {state.kind === 'connecting' ? <Chip kind="stale">Connecting…</Chip> : null}
      {state.kind === 'lost' ? <Chip kind="stale">Offline since {formatClock(state.since)}</Chip> : null}
      {state.kind === 'given-up' ? <Chip kind="offline">Offline since {formatClock(state.since)}</Chip> : null}
    </output>
  );
}
