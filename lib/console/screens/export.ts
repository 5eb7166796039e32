import { html } from '../../pages/html.ts';
import { OperatorError } from '../../account/operator-error.ts';
import { CONSOLE } from '../../limits.ts';
import { csvPart, DOWNLOADS, type Download } from '../downloads.ts';
import type { Screen, Visit } from '../visit.ts';
import { head, to } from './parts.ts';

/** The list that an address names. */
export function downloadNamed({ query }: Pick<Visit, 'query'>): Download {
  const found = Object.entries(DOWNLOADS).find(([name]) => name === query.list)?.[1];
  if (!found) throw new OperatorError('there is no such list');
  return found;
}

/** A list as files of at most 10,000 lines: the next one begins where the one before ends. */
export const exportList: Screen = {
  place: 'overview',
  show: async (visit) => {
    const { title, back } = downloadNamed(visit);
    const { next, after: before, part: given, ...query } = visit.query;
    const isNext = next !== undefined;
    const after = isNext ? (await csvPart(downloadNamed(visit), visit, before)).next : before;
    const part = partOf(given) + (isNext ? 1 : 0);
    const file = to('export-file', { ...query, part: String(part), after });
    const onward = to('export', { ...query, part: String(part), after, next: 'yes' });
    const offer = html`<p class="prose">At most ${CONSOLE.downloadRowsMax.toLocaleString('en')} lines: UTF-8, for spreadsheets. A cell that a spreadsheet would take for a formula begins with an apostrophe.</p>
<p><a class="button primary" href="${file}" download>Download file ${part}</a></p>
<p class="prose quiet">If the file is full, <a href="${onward}">go on with the next file</a>.</p>`;
    const over = html`<p>There is no further file: the last one ends with the list.</p>`;
    return {
      title: `Download: ${title}`,
      content: html`${head(`Download: ${title}`, [to(back), title])}${isNext && after === undefined ? over : offer}`,
    };
  },
};

/** The number of a file in an address. */
export const partOf = (given: string | undefined): number =>
  /^\d{1,4}$/.test(given ?? '') ? Number(given) : 1;
