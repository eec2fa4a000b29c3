import { basename } from 'node:path';
import type { Rolldown } from 'vite';

/** What is loaded on its own, by the names of the files. What comes at the same moment is one chunk, not thirty. */
const MOMENTS = {
  /** Pages that are read without signing in. */
  open: new Set(['landing-page', 'sign-pages', 'faq-page', 'donate-page', 'static-page', 'sitemap-page']),
  /** Around every signed-in page: at first, and once it stands. */
  member: new Set(['live-layout', 'unseen-dot']),
  'member-next': new Set([
    'socket',
    'live-events',
    'persist-queries',
    'persisted-shapes',
    'background',
    'send-queued-edits',
    'register',
  ]),
  /** The Markets page likewise. */
  trading: new Set(['markets-page']),
  'trading-next': new Set(['order-form', 'block-table', 'first-steps', 'pair-dialog']),
};
type Moment = keyof typeof MOMENTS;

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

const nameOf = (id: string) => basename(id).replace(/\.tsx?$/, '');

/** What is loaded on its own and brings this module with it. */
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
  /** Whether something of these moments brings it. */
  by: (...moments: Moment[]) => boolean;
  /** Whether another page than Markets does. */
  elsewhere: boolean;
  /** Whether only one moment or page does. */
  alone: boolean;
}

function useOf(id: string, graph: Graph): Use {
  const roots = rootsOf(id, graph);
  return {
    id,
    // What everything brings, the app itself brings.
    by: (...moments) => !roots.has('main') && moments.some((moment) => !roots.isDisjointFrom(MOMENTS[moment])),
    elsewhere: [...roots].some((root) => root.endsWith('-page') && root !== 'markets-page'),
    alone: roots.size === 1,
  };
}

/** Each takes what none before it has taken, with all that this needs: what more others need comes first. */
const CHUNKS: Record<string, (use: Use) => boolean> = {
  icons: ({ id, by, alone }) => id.includes('/lucide-react/') && !alone && !by('member', 'trading'),
  // Of this package everything is everybody's, by its index: who uses what of it cannot be told here.
  queries: ({ id }) => id.includes('/@tanstack/') && !/mutation|options/i.test(id),
  // With the styles of what comes later: an open page waits for one sheet of them, not for two.
  ui: ({ id, by }) =>
    id.includes('/@tanstack/') ||
    (by('open') && (by('member', 'trading') || (id.endsWith('.css') && by('trading-next')))),
  'ui-next': ({ by }) => by('open') && by('trading-next'),
  'ways-in': ({ by }) => by('open') && by('member-next'),
  member: ({ by }) => by('member') || (by('member-next') && by('trading')),
  'member-shared': ({ by, elsewhere }) => by('member-next') && elsewhere,
  'member-next': ({ by }) => by('member-next'),
  shared: ({ by, elsewhere }) => by('trading', 'trading-next') && elsewhere,
  trading: ({ by }) => by('trading'),
  'trading-next': ({ by }) => by('trading-next'),
};
/** Below those of the app itself. */
const HIGHEST = 10;

export const chunks = Object.entries(CHUNKS).map(([name, takes], at) => ({
  name: (id: string, graph: Graph) => (takes(useOf(id, graph)) ? name : null),
  debugName: name,
  priority: HIGHEST - at / 2,
}));
