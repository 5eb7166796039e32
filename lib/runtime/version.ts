/** The service's version, as in `package.json`; shown by `/health` and in the API description. */
export const VERSION = '0.3.0';
