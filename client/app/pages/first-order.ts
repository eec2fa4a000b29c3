import { DEFAULT_VIEW, viewPath } from '../../features/markets/view.ts';

/** Markets with the form of a first order. */
export const FIRST_ORDER = viewPath(DEFAULT_VIEW);
export const ADD_KEY = '/api?add';
