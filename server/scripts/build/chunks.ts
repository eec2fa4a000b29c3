import { basename } from 'node:path';
import type { Rolldown } from 'vite';

/** Dynamically imported files by when they load. What loads at the same moment is one chunk. */
export const MOMENTS = {
  /** Public pages. */
  open: new Set(['landing-page', 'sign-pages', 'faq-page', 'donate-page', 'static-page', 'sitemap-page']),
  /** Around every signed-in page: at first, once it is shown, and before it on a device with persisted data. */
  member: new Set(['live-layout', 'unseen-dot']),
  'member-later': new Set(['socket', 'live-events', 'background', 'send-queued-edits']),
  /** On every page, public ones too. */
  worker: new Set(['register']),
  persisted: new Set(['persist-queries']),
  /** Before every page on a device with persisted data. */
  restored: new Set(['persisted-shapes']),
  /** The Markets page. */
  trading: new Set(['markets-page']),
  'trading-next': new Set(['order-form', 'block-rows', 'block-table']),
  'trading-later': new Set(['first-steps', 'pair-dialog']),
};
type Moment = keyof typeof MOMENTS;

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

const nameOf = (id: string) => basename(id).replace(/\.tsx?$/, '');

/** The dynamic imports that bring this module with them. */
function rootsOf(id: string, graph: Graph): Set<string> {
  const [roots, seen] = [new Set<string>(), new Set([id])];
  for (const one of seen) {
    const module = graph.getModuleInfo(one);
    if (module?.isEntry || module?.dynamicImporters.length) roots.add(nameOf(one));
    for (const importer of module?.importers ?? []) seen.add(importer);
  }
  return roots;
}

interface Use {
  id: string;
  /** One of these moments loads it. */
  by: (...moments: Moment[]) => boolean;
  /** A page other than Markets loads it. */
  elsewhere: boolean;
  /** Only one moment or page loads it. */
  alone: boolean;
}

function useOf(id: string, graph: Graph): Use {
  const roots = rootsOf(id, graph);
  return {
    id,
    // What everything loads belongs to the app itself.
    by: (...moments) => !roots.has('main') && moments.some((moment) => !roots.isDisjointFrom(MOMENTS[moment])),
    elsewhere: [...roots].some((root) => root.endsWith('-page') && root !== 'markets-page'),
    alone: roots.size === 1,
  };
}

const LATER = ['member-later', 'persisted', 'restored'] as const;
/** Schemas take long to create: in chunks of their own, and so in tasks of their own. */
const isContract = (id: string): boolean => id.includes('/server/contracts/');

/** Each chunk takes what no earlier one took, with its dependencies: more widely used modules come first. */
const CHUNKS: Record<string, (use: Use) => boolean> = {
  icons: ({ id, by, alone }) => id.includes('/lucide-react/') && !alone && !by('member', 'trading'),
  // The package's index makes all of it belong to every user of it.
  queries: ({ id }) => id.includes('/@tanstack/') && !/mutation|options|hydration|infiniteQueryObserver/i.test(id),
  'queries-later': ({ id }) => id.includes('/@tanstack/') && /hydration|infiniteQueryObserver/.test(id),
  worker: ({ by, alone }) => by('worker') && alone,
  // With the styles of what loads later: a public page then waits for one style sheet instead of two.
  ui: ({ id, by }) =>
    id.includes('/@tanstack/') ||
    (by('open') && (by('member', 'trading') || (id.endsWith('.css') && by('trading-next', 'trading-later')))),
  'ui-next': ({ by }) => by('open') && by('trading-next', 'trading-later'),
  'ways-in': ({ by }) => by('open') && by('member-later'),
  'member-contracts': ({ id, by }) => isContract(id) && (by('member') || (by(...LATER) && by('trading'))),
  member: ({ by }) => by('member') || (by(...LATER) && by('trading')),
  'orders-shared': ({ by }) => by(...LATER) && by('trading-next'),
  bots: ({ id, by, elsewhere }) => /\/contracts\/(?:rules\/)?bots?-?[\w-]*\.ts$/.test(id) && by(...LATER) && elsewhere,
  'member-shared-contracts': ({ id, by, elsewhere }) => isContract(id) && by('member-later', 'persisted') && elsewhere,
  'member-shared': ({ by, elsewhere }) => by('member-later', 'persisted') && elsewhere,
  'restored-shared': ({ by, elsewhere }) => by('restored') && elsewhere,
  persisted: ({ by }) => by('persisted'),
  'member-later': ({ by }) => by('member-later'),
  shared: ({ by, elsewhere }) => by('trading') && elsewhere,
  'shared-next': ({ by, elsewhere }) => by('trading-next', 'trading-later') && elsewhere,
  trading: ({ by }) => by('trading'),
  'trading-next': ({ by }) => by('trading-next'),
  'trading-later': ({ by }) => by('trading-later'),
};
const BOOT = 'boot';

/** All that a pre-rendered page loads before it is touched: what its boot script imports. */
export const first = {
  name: (id: string, graph: Graph) => (nameOf(id) !== BOOT && rootsOf(id, graph).has(BOOT) ? 'first' : null),
  debugName: 'first',
  priority: 13,
};

/** Below the priority of the app's own chunks. */
const HIGHEST = 10;

export const chunks = Object.entries(CHUNKS).map(([name, takes], at) => ({
  name: (id: string, graph: Graph) => (takes(useOf(id, graph)) ? name : null),
  debugName: name,
  priority: HIGHEST - at / 2,
}));
