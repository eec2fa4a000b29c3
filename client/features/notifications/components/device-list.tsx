import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send, Trash2 } from 'lucide-react';
import type { PushDevice } from '#contracts/push.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { pushDevices, useRemoveDevice } from '../notifications.queries.ts';
import { useTest } from '../settings/settings.queries.ts';
import styles from './device-list.module.css';

function Device({ device, own, person }: { device: PushDevice; own: boolean; person: string }) {
  const removing = useRemoveDevice(person);
  const client = useQueryClient();
  const testing = useTest(device.device, () => void client.invalidateQueries({ queryKey: pushDevices.queryKey }));
  return (
    <li className={styles.device}>
      <div>
        <strong className={styles.name}>
          {device.device}
          {own ? <Chip>This device</Chip> : null}
        </strong>
        <span className={styles.when}>
          {device.deliveredAt === null ? (
            <>
              Added <Time at={device.addedAt} />, nothing sent yet
            </>
          ) : (
            <>
              Last notification <Time at={device.deliveredAt} />
            </>
          )}
        </span>
      </div>
      <IconButton
        icon={Send}
        label={`Send a test to ${device.device}`}
        disabled={testing.isPending}
        onClick={() => testing.mutate({ channel: 'push', endpoint: device.endpoint })}
      />
      <IconButton
        icon={Trash2}
        label={`Remove ${device.device}`}
        disabled={removing.isPending}
        onClick={() => removing.mutate({ endpoint: device.endpoint, own })}
      />
    </li>
  );
}

export function DeviceList({ person }: { person: string }) {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(pushDevices);
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={1} height="44px" label="Loading your devices" />
    );
  if (data.devices.length === 0) return <p className={styles.when}>None of your devices gets notifications yet.</p>;
  return (
    <>
      {error ? (
        <p className={styles.when}>
          Could not be updated. Showing data from <Time at={dataUpdatedAt} />.
        </p>
      ) : null}
      <ul className={styles.list} aria-label="Devices that get notifications">
        {data.devices.map((device) => (
          <Device key={device.endpoint} device={device} own={device.endpoint === data.own} person={person} />
        ))}
      </ul>
    </>
  );
}
