import type { InEffect } from './behaviour.ts';
import type { Store } from './store.ts';
import type { Row, RowType } from './records.ts';
import type { AcctCompany } from './records.ts';
import { notFound, unprocessable } from './http.ts';
import type { Answer, ApiRequest } from './http.ts';
import { kinds } from './kinds.ts';
import type { About } from './wordings.ts';
import { wording } from './wordings.ts';

/** One authorised request to one company, with everything its handler needs. */
export interface Visit {
  readonly request: ApiRequest;
  readonly company: AcctCompany;
  readonly rules: InEffect;
  readonly store: Store;
  readonly now: number;
  /** Where PDF files are served: never the address the API was called at. */
  readonly fileOrigin: string;
}

/** A handler; `id` is the record's id where the path has one. */
export type Handler = (visit: Visit, id: string) => Answer;

/** The company's record, or the refusal a stranger's would meet too. */
export function findRow({ store, company }: Visit, type: RowType, id: string): Row {
  const row = store.row(type, company.companyId, id);
  if (!row) throw notFound(kinds[type].model, id);
  return row;
}

/** The company's records of a type. */
export function rowsOf({ store, company }: Visit, type: RowType): Row[] {
  return store
    .rows(type)
    .all()
    .filter((row) => row.companyId === company.companyId);
}

/** Refuses with 422 and the message for it. */
export function refuse(visit: Visit, about: About): never {
  throw unprocessable(wording(about, visit.rules));
}
