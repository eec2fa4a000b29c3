import type { ReactNode } from 'react';
import type { Section } from '#contracts/rules/view.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { DATA_TABS, type DataTab, type DataTabs, isDataTab, sectionTabs } from './section-tabs.ts';

interface Props {
  section: Section;
  unseen: number;
  /** Null where panes beside the chart show it. */
  data: DataTabs | null;
  onSection: (section: Section) => void;
  /** Content of the chosen tab. */
  children: ReactNode;
}

export function MarketTabs({ section, unseen, data, onSection, children }: Props) {
  const choose = (tab: Section | DataTab) => {
    if (isDataTab(tab)) return data?.onShow(tab);
    data?.onShow(null);
    return onSection(tab);
  };
  const tabs = [...sectionTabs(unseen), ...(data ? DATA_TABS : [])];
  return (
    <Tabs<Section | DataTab> label="Section" tabs={tabs} value={data?.shown ?? section} onChange={choose}>
      {children}
    </Tabs>
  );
}
