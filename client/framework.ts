/** React, which the boot script evaluates before the app. */
export { createRoot } from 'react-dom/client';
