import { renderSVG } from 'uqr';

/** A QR code as a data URL for an img. */
export const qrImage = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
