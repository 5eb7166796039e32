import { html, type Html } from '../../pages/html.ts';
import type { Visit } from '../visit.ts';

/** Plain numbers of the tenant. */
export async function figures(_visit: Visit): Promise<Html> {
  return html``;
}
