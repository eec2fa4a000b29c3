import { DEFAULT_VIEW } from '#contracts/rules/view.ts';
import { viewPath } from '../../features/markets/view-path.ts';

/** Markets with the order form for a first order. */
export const FIRST_ORDER = viewPath(DEFAULT_VIEW);
export const ADD_KEY = '/api?add';
