import type { QueryClient } from '@tanstack/react-query';
import type { LossNotice } from '#contracts/live.ts';
import { toast } from '../../../../ui/toast.ts';

/** EX-12: on every open page; what shows whether entries are taken is read again. */
export function announceLossLimit(client: QueryClient, { title, text }: LossNotice): void {
  toast.error(`${title}. ${text}`, { id: 'loss-limit' });
  for (const name of ['trading', 'loss-limits']) void client.invalidateQueries({ queryKey: [name] });
}
