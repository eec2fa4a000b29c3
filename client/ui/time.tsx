import { exactTime, formatTime } from '../lib/format-time.ts';
import { useNow } from '../lib/use-now.ts';

/** A moment (epoch ms): relative up to an hour; hovering gives the exact instant. */
export function Time({ at }: { at: number }) {
  const now = useNow(20_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {formatTime(at, now)}
    </time>
  );
}
