import * as z from 'zod';
import { component, success } from '../answers/shared.ts';
import type { Operation } from '../operation.ts';

export const health: Operation = {
  tag: 'Service',
  summary: 'Whether the service answers',
  description: 'Touches nothing: it says that a request gets here, and which version answers.',
  answer: component('HealthAnswer', z.strictObject({ status: success, version: z.string() })),
};

export const openapi: Operation = {
  tag: 'Service',
  summary: 'This description',
  description: 'OpenAPI 3.1, webhooks included.',
  answer: z.looseObject({ openapi: z.literal('3.1.0') }),
};

export const docs: Operation = {
  tag: 'Service',
  summary: 'The documentation',
  description: 'Reference and guides as pages.',
  answer: 'page',
};

export const docsPage: Operation = {
  refusals: ['not_found'],
  tag: 'Service',
  summary: 'One page of the documentation',
  description: 'Reference and guides as pages.',
  answer: 'page',
};
