import { LIST_WORDS } from '../../pages/console/list-words.ts';
import { LANGUAGE } from '../../pages/language.ts';
import { language } from '../say.ts';
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
    const list = downloadNamed(visit);
    const { place, screen } = list;
    const title = list.title();
    const { list: name, next, after: before, part: given } = visit.query;
    const asked = list.asked(visit.query);
    const query = { list: name, ...asked };
    const back = to(screen, asked);
    const isNext = next !== undefined;
    const after = isNext ? (await csvPart(list, visit, before)).next : before;
    const part = partOf(given) + (isNext ? 1 : 0);
    const file = to('export-file', { ...query, part: String(part), after });
    const onward = to('export', { ...query, part: String(part), after, next: 'yes' });
    const offer = html`<p class="prose">${LIST_WORDS[language()].export.said(CONSOLE.downloadRowsMax.toLocaleString(LANGUAGE[language()].locale))}</p>
<p><a class="button primary" href="${file}" download>${LIST_WORDS[language()].export.file(part)}</a></p>
<p class="prose quiet">${LIST_WORDS[language()].export.ifFull} <a href="${onward}">${LIST_WORDS[language()].export.goOn}</a>.</p>`;
    const over = html`<p>${LIST_WORDS[language()].export.over}</p>`;
    return {
      place,
      title: LIST_WORDS[language()].export.title(title),
      content: html`${head(LIST_WORDS[language()].export.title(title), [back, title])}${isNext && after === undefined ? over : offer}`,
    };
  },
};

/** The number of a file in an address. */
export const partOf = (given: string | undefined): number =>
  /^\d{1,4}$/.test(given ?? '') ? Number(given) : 1;
