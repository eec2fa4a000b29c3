/** The tabs of the markets page; a dot where alerts were not seen. */
export const sectionTabs = (unseen: number) =>
  [
    { value: 'buy', label: 'BUY', tone: 'buy' },
    { value: 'sell', label: 'SELL', tone: 'sell' },
    { value: 'alerts', label: 'Alerts', dot: unseen > 0 && `${unseen} not seen` },
    { value: 'history', label: 'History' },
  ] as const;
