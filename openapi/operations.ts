import { ROUTES, saidBy, type RouteName } from '../functions/routes.ts';
import type { Asked, ExampleRequest, Words } from '../lib/wire/described.ts';
import recorded from './examples.json' with { type: 'json' };

/** A request and its answer, as the stage has recorded it. */
export interface Example extends ExampleRequest {
  readonly answer: Readonly<Record<string, unknown>>;
}

/** What the description says of one endpoint beyond its row: its own words, and what was recorded of its example. */
export interface Operation extends Omit<Words, 'asks' | 'answers' | 'example'>, Asked {
  readonly answer: Words['answers'];
  /** It may change our records alone, and its answer then says so in a header. */
  readonly mayBeRecordsOnly: boolean;
  readonly example?: Example;
}

const ANSWERS: Readonly<Record<string, Example['answer']>> = recorded;

function operationNamed(name: RouteName): Operation | undefined {
  const says = saidBy(name);
  if (says.tag === undefined) return undefined;
  const { tag, summary, description, asks, answers: answer, pages, refusals, example, recordsOnly } = says;
  const words = { tag, summary, description, answer, mayBeRecordsOnly: recordsOnly !== undefined };
  return {
    ...words,
    ...asks,
    ...(pages && { pages }),
    ...(refusals && { refusals }),
    ...(example && { example: { ...example, answer: ANSWERS[name] ?? {} } }),
  };
}

/** What the description says of each route; nothing of those that are no program's to call. */
export const OPERATIONS: Readonly<Partial<Record<RouteName, Operation>>> = Object.fromEntries(
  ROUTES.flatMap(({ name }) => {
    const operation = operationNamed(name);
    return operation ? [[name, operation]] : [];
  }),
);
