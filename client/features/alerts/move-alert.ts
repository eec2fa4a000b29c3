import type { QueryClient } from '@tanstack/react-query';
import { type Alert, updateAlert } from '#contracts/alerts.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import type { Big } from 'big.js';
import { call } from '../../lib/call.ts';
import { sentenceOf } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { invalidateAlerts } from './alerts.live.ts';
import { madeNow } from './queue/queued-edits.ts';

/** Changes an alert's price, which arms it again; false if it was refused and reported. */
export async function moveAlert(client: QueryClient, { id }: Alert, price: Big): Promise<boolean> {
  try {
    const { error } = await call(updateAlert, { json: { id, price, made: madeNow() } });
    if (error === null) toast.success(`Alert moved to ${grouped(price)}`);
    else toast.warning(error);
    return error === null;
  } catch (error) {
    toast.error(sentenceOf(error));
    return false;
  } finally {
    invalidateAlerts(client);
  }
}
