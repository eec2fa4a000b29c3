import type { Rolldown } from 'vite';

export interface PreRenderedPage {
  /** Null for the page that answers unknown addresses. */
  path: string | null;
  head: { title: string; description: string };
  html: string;
  data: object | null;
  drawnFrom: unknown[];
}

interface PageAssets {
  /** The index.html that Vite built. */
  shell: string;
  boot: Rolldown.OutputChunk;
  styles: string[];
  /** Scripts of the app and of this page. */
  app: string[];
}

const ROOT = '<div id="root"></div>';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const dataBlock = (attributes: string, data: unknown) =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Metadata for search engines and link previews; none for unknown addresses. */
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

/** The body: the page, the data it was rendered from, and a notice where a form needs scripts. */
function bodyOf({ html, drawnFrom }: PreRenderedPage, noscript: string): string {
  const from = dataBlock('type="application/json" id="drawn-from"', drawnFrom);
  return `<div id="root">${html}</div>${drawnFrom.length > 0 ? from : ''}${html.includes('<form') ? noscript : ''}`;
}

/** The shell with the boot script in place of the app's; `app` are files that it requests after the first paint. */
const booted = ({ shell, boot, styles, app }: PageAssets, tags: readonly string[]) =>
  shell
    .replace('<html ', '<html data-exchange-mode="%EXCHANGE_MODE%" ')
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace('</head>', () => {
      const ahead = app.map((file) => `/${file}`).join(' ');
      const first = [
        ...boot.imports.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
        `<script type="module" async blocking="render" crossorigin src="/${boot.fileName}" data-app="${ahead}"></script>`,
      ];
      const sheets = styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`);
      return `  ${[...first, ...sheets, ...tags].join('\n    ')}\n  </head>`;
    });

/** A public page with its own head and content. */
export function assemblePage(page: PreRenderedPage, assets: PageAssets): string {
  const { title, description } = page.head;
  const [noscript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(assets.shell) ?? [];
  return booted(assets, notifyOthers(page))
    .replace(noscript, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => `${start}${escaped(description)}`)
    .replace(ROOT, () => bodyOf(page, noscript));
}

/** The frame of the app, shown while the rest loads. */
export const assembleFrame = (frame: string, assets: PageAssets): string =>
  booted(assets, [])
    .replace('<html ', '<html data-member ')
    .replace(ROOT, () => `<div id="root" data-frame>${frame}</div>`);
