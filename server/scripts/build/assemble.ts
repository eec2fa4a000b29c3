import type { Rolldown } from 'vite';

export interface PreRenderedPage {
  /** Null for the one that answers every address that is none. */
  path: string | null;
  head: { title: string; description: string };
  html: string;
  data: object | null;
  drawnFrom: unknown[];
}

interface Booted {
  /** The page that Vite has made of index.html. */
  shell: string;
  boot: Rolldown.OutputChunk;
}

const ROOT = '<div id="root"></div>';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const dataBlock = (attributes: string, data: unknown) =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** What a search engine and a link preview read; nothing of a page that is none. */
function notifyOthers({ path, head: { title, description }, data }: PreRenderedPage): string[] {
  if (path === null) return [];
  const address = `%PUBLIC_URL%${path}`;
  return [
    `<link rel="canonical" href="${address}" />`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': 'Tandem',
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:image': '%PUBLIC_URL%/og.png',
      'og:image:width': '1200',
      'og:image:height': '630',
    }).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(data ? [dataBlock('type="application/ld+json"', data)] : []),
  ];
}

/** What goes into the body: the page, what it was drawn from, and a word where a form needs more than reading. */
function bodyOf({ html, drawnFrom }: PreRenderedPage, noscript: string): string {
  const from = dataBlock('type="application/json" id="drawn-from"', drawnFrom);
  return `<div id="root">${html}</div>${drawnFrom.length > 0 ? from : ''}${html.includes('<form') ? noscript : ''}`;
}

/** The shell with the start of a drawn page in the place of the app's own; `app` are the files that it may fetch ahead. */
const booted = ({ shell, boot }: Booted, tags: readonly string[], app: readonly string[] = []) =>
  shell
    .replace('<html ', '<html data-exchange-mode="%EXCHANGE_MODE%" ')
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace('</head>', () => {
      const ahead = app.length > 0 ? ` data-app="${app.map((file) => `/${file}`).join(' ')}"` : '';
      const first = [
        ...boot.imports.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
        `<script type="module" async blocking="render" crossorigin src="/${boot.fileName}"${ahead}></script>`,
      ];
      return `  ${[...first, ...tags].join('\n    ')}\n  </head>`;
    });

/** A page that everybody may read, with its own head and all that is drawn of it. */
export function assemblePage(
  page: PreRenderedPage,
  { styles, app, ...parts }: Booted & { styles: string[]; app: string[] },
): string {
  const { title, description } = page.head;
  const tags = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...notifyOthers(page),
  ];
  const [noscript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(parts.shell) ?? [];
  return booted(parts, tags, app)
    .replace(noscript, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => `${start}${escaped(description)}`)
    .replace(ROOT, () => bodyOf(page, noscript));
}

/** The app with nothing but its frame: it is seen while the rest is on its way. */
export const assembleFrame = (frame: string, { links, ...parts }: Booted & { links: string[] }): string =>
  booted(parts, links)
    .replace('<html ', '<html data-member ')
    .replace(ROOT, () => `<div id="root" data-frame>${frame}</div>`);
