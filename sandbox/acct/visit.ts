import type { InEffect } from './behaviour.ts';
import type { Books, Row, RowType } from './books.ts';
import type { AcctCompany } from './company.ts';
import { notFound, unprocessable } from './http.ts';
import type { Answer, Seen } from './http.ts';
import { kinds } from './kinds.ts';
import type { About } from './wordings.ts';
import { wording } from './wordings.ts';

/** One authorised request to one company, with all a room of the API needs to answer it. */
export interface Visit {
  readonly seen: Seen;
  readonly company: AcctCompany;
  readonly rules: InEffect;
  readonly books: Books;
  readonly now: number;
  /** Where PDF files are served: never the address the API was called at. */
  readonly fileOrigin: string;
}

/** A handler; `id` is the record's id where the path has one. */
export type Handler = (visit: Visit, id: string) => Answer;

/** The company's record, or the refusal a stranger's would meet too. */
export function findRow({ books, company }: Visit, type: RowType, id: string): Row {
  const row = books.row(type, company.companyId, id);
  if (!row) throw notFound(kinds[type].model, id);
  return row;
}

export function rowsOf({ books, company }: Visit, type: RowType): Row[] {
  return books
    .rows(type)
    .all()
    .filter((row) => row.companyId === company.companyId);
}

/** Refuses with 422 and the words for it. */
export function refuse(visit: Visit, about: About): never {
  throw unprocessable(wording(about, visit.rules));
}
