const STORED = 'chart-gestures-seen';

/** Whether the gestures of the chart were told on this device. */
export const gesturesTold = (): boolean => localStorage.getItem(STORED) !== null;

export const keepGesturesTold = (): void => localStorage.setItem(STORED, 'yes');
