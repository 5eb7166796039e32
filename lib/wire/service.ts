import * as z from 'zod/mini';
import { named, success } from './shape.ts';

/** The shape of a `healthAnswer`. */
export const healthAnswerShape = named(
  'HealthAnswer',
  z.strictObject({ status: success, version: z.string() }),
);

/** The shape of a `descriptionAnswer`. */
export const descriptionShape = z.looseObject({ openapi: z.literal('3.1.0') });
