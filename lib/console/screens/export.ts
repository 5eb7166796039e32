import { LANGUAGE } from '../../pages/language.ts';
import { language, say } from '../../pages/say.ts';
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
    const offer = html`<p class="prose">${linesSaid(CONSOLE.downloadRowsMax.toLocaleString(LANGUAGE[language()].locale))}</p>
<p><a class="button primary" href="${file}" download>${say(`Download file ${part}`, `${part}. dosyayı indir`)}</a></p>
<p class="prose quiet">${say('If the file is full,', 'Dosya dolduysa')} <a href="${onward}">${say('continue with the next file', 'sonraki dosyayla devam edin')}</a>.</p>`;
    const over = html`<p>${say('This was the last file: it ends with the list.', 'Bu son dosyaydı: listenin sonuyla bitiyor.')}</p>`;
    return {
      place,
      title: say(`Download: ${title}`, `İndir: ${title}`),
      content: html`${head(say(`Download: ${title}`, `İndir: ${title}`), [back, title])}${isNext && after === undefined ? over : offer}`,
    };
  },
};

/** The number of a file in an address. */
export const partOf = (given: string | undefined): number =>
  /^\d{1,4}$/.test(given ?? '') ? Number(given) : 1;

/** What a file holds at most, and how its cells are written. */
const linesSaid = (max: string): string =>
  say(
    `At most ${max} lines: UTF-8, commas between cells, times of your time zone. A cell that a spreadsheet would take for a formula, or a number with leading zeros, begins with an apostrophe.`,
    `En çok ${max} satır: UTF-8, hücreler noktalı virgülle ayrılır, ondalık ayracı virgüldür, saatler hesabınızın saat dilimindedir. Tablo programının formül sanacağı hücreler ve sıfırla başlayan sayılar kesme işaretiyle başlar.`,
  );
