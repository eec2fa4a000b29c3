import { ABOUT } from './about.ts';
import { LEGAL } from './legal.ts';
import { SUPPORT } from './support.ts';

export const STATIC_PAGES = [...ABOUT, ...SUPPORT, ...LEGAL];
