export interface Letter {
  title: string;
  paragraphs: string[];
  /** The call to action. */
  link?: { label: string; url: string };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

// Mail programs ignore style sheets: styles are inline.
const PAGE = 'margin:0;padding:24px 12px;background:#f5f7fa;color:#121822;font:16px/1.5 system-ui,sans-serif';
const CARD = 'max-width:520px;margin:0 auto;padding:24px;background:#fff;border:1px solid #d5dce6;border-radius:10px';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#17202c;color:#d9f871;text-decoration:none';
const SMALL = 'color:#4f5d70;font-size:13px;word-break:break-all';

/** Subject, text and HTML of one mail. */
export function letter({ title, paragraphs, link }: Letter): { subject: string; text: string; html: string } {
  const lines = [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : [])];
  const url = escaped(link?.url ?? '');
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link
      ? [
          `<p><a href="${url}" style="${BUTTON}">${escaped(link.label)}</a></p>`,
          `<p style="${SMALL}">If the button does nothing, open this address: ${url}</p>`,
        ]
      : []),
  ];
  const heading = `<h1 style="margin:0 0 16px;font-size:20px">${escaped(title)}</h1>`;
  return {
    subject: title,
    text: `${lines.join('\n\n')}\n\nTandem\n`,
    html: `<!doctype html><html lang="en"><body style="${PAGE}"><div style="${CARD}">${heading}${body.join('')}</div></body></html>`,
  };
}
