/** Version from package.json, replaced at build time. */
declare const __APP_VERSION__: string;
