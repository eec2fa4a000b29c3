import { exactTime, formatTime } from '../lib/format-time.ts';
import { useNow } from '../lib/use-now.ts';

/** Relative up to an hour, epoch ms; the tooltip shows the exact time. */
export function Time({ at }: { at: number }) {
  const now = useNow(20_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {formatTime(at, now)}
    </time>
  );
}
