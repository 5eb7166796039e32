import { BASE } from './style/base.ts';
import { CONSOLE } from './style/console.ts';
import { CONTROLS } from './style/controls.ts';
import { FACTS } from './style/facts.ts';
import { MEDIA } from './style/media.ts';
import { PORTAL } from './style/portal.ts';
import { SURFACES } from './style/surfaces.ts';
import { TABLES } from './style/tables.ts';
import { TOKENS } from './style/tokens.ts';

const SHARED = [TOKENS, BASE, CONTROLS, SURFACES, FACTS, TABLES];

/** The style of every page that customers see; a brand's colours follow it. Marked, so that only who shows one ships it. */
export const CUSTOMER_STYLE = /* @__PURE__ */ [...SHARED, PORTAL, MEDIA].join('\n');

/** The style of the console. */
export const CONSOLE_STYLE = /* @__PURE__ */ [...SHARED, CONSOLE, MEDIA].join('\n');
