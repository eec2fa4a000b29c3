import { Chip } from '../ui/chip.tsx';
import { useLiveState } from './live-provider.tsx';

const clock = (time: number) => new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** Live, reconnecting since when, or offline: in words. */
export function LiveChip() {
  const state = useLiveState();
  return (
    <output>
      {state.kind === 'live' ? <Chip kind="live" /> : null}
      {state.kind === 'connecting' ? <Chip kind="stale">Connecting…</Chip> : null}
      {state.kind === 'lost' ? <Chip kind="stale">Reconnecting since {clock(state.since)}</Chip> : null}
      {state.kind === 'given-up' ? <Chip kind="offline">Offline since {clock(state.since)}</Chip> : null}
    </output>
  );
}
