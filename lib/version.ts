/** The service's version, that of `package.json`: what `/health` says and the description of the API carries. */
export const VERSION = '0.2.0';
