import { DEFAULT_VIEW, viewSearch } from '../../features/markets/view.ts';

/** Markets with the form of a first order. */
export const FIRST_ORDER = `/markets/spot/list?${viewSearch(DEFAULT_VIEW)}`;
export const ADD_KEY = '/api?add';
