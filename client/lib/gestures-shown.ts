const STORED = 'chart-gestures-seen';

/** Whether the gestures of the chart were shown on this device. */
export const gesturesShown = (): boolean => localStorage.getItem(STORED) !== null;

export const keepGesturesShown = (): void => localStorage.setItem(STORED, 'yes');
