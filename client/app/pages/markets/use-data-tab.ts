import { useState } from 'react';
import type { Section } from '#contracts/rules/view.ts';
import type { DataTab } from '../../../features/markets/section-tabs.ts';

/** The market data that stands in the place of the section's rows; null while the rows do. Alerts and History end it. */
export function useDataTab(section: Section): [DataTab | null, (tab: DataTab | null) => void] {
  const [tab, setTab] = useState<DataTab | null>(null);
  const [last, setLast] = useState(section);
  if (section !== last) {
    setLast(section);
    if (section === 'alerts' || section === 'history') setTab(null);
  }
  return [tab, setTab];
}
