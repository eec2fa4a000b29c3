import { createContext, use } from 'react';

/** Whether keys cannot be changed, since the site cannot be reached. */
export const KeysOffline = createContext(false);

export const useKeysOffline = (): boolean => use(KeysOffline);
