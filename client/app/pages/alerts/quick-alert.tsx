import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pair } from '#contracts/markets.ts';
import type { Market } from '#contracts/symbol.ts';
import { alertPrices } from '../../../features/alerts/alerts.queries.ts';
import { AddAlertDialog } from '../../../features/alerts/components/add-alert-dialog.tsx';
import type { AlertPlace } from '../../../features/chart/chart-line.ts';
import { marketPairs } from '../../../features/markets/markets.queries.ts';
import { TelegramNote } from '../../../features/notifications/telegram/telegram-note.tsx';
import { useOfflineSince } from '../use-offline-since.ts';
import { OfferAfterSave } from './offer-after-save.tsx';
import { ThenField } from './then-field.tsx';

interface Props {
  market: Market;
  pair: Pair;
  /** What was pressed on the chart. */
  place: AlertPlace;
  onClose: () => void;
}

/** A new alert with its price or line filled in; open for as long as it is mounted. */
export function QuickAlert({ market, pair, place, onClose }: Props) {
  const [saved, setSaved] = useState(false);
  const { data: pairs = [pair] } = useQuery(marketPairs(market));
  const { data: prices = {} } = useQuery(alertPrices);
  const offline = useOfflineSince() !== null;
  return (
    <OfferAfterSave onOfferClosed={onClose}>
      {(onSaved) =>
        saved ? null : (
          <AddAlertDialog
            market={market}
            pairs={pairs}
            pairName={pair.name}
            {...('price' in place ? { level: place.price.round(pair.counterRound) } : place)}
            prices={prices}
            offline={offline}
            telegramNote={<TelegramNote />}
            thenField={ThenField}
            onClose={onClose}
            onAdded={() => {
              setSaved(true);
              if (!onSaved()) onClose();
            }}
          />
        )
      }
    </OfferAfterSave>
  );
}
