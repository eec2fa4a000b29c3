/** Of package.json, put in its place by the build. */
declare const __APP_VERSION__: string;
