import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod/mini';

const text = z.string();

/** Which settings there are, and what each may be. */
const SHAPE = z.strictObject({
  stage: text,
  region: text,
  production: z.boolean(),
  domain: z.optional(z.strictObject({ name: text, certificateArn: text, consoleName: z.optional(text) })),
  firewall: z.optional(z.strictObject({ certificateArn: text, directCheckoutsPerAddress: z.number() })),
  messages: z.optional(z.strictObject({ senderDomain: text, mailsPerSecond: z.number() })),
  alarmAddress: z.optional(text),
  tenantAlarmAddress: z.optional(text),
  logRetention: z.enum(RetentionDays),
  logLevel: z.enum(['info', 'warn', 'error']),
  limits: z.strictObject({
    requestsPerSecond: z.number(),
    directCheckoutsPerSecond: z.number(),
    reserveConcurrency: z.boolean(),
  }),
  canary: z.boolean(),
  paused: z.boolean(),
  adopt: z.strictObject({
    tableName: z.optional(text),
    bucketName: z.optional(text),
    keyArn: z.optional(text),
  }),
});

/** Settings of which each is of its kind. */
export type Shape = z.infer<typeof SHAPE>;

const WORDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/**
 * Names the settings that are missing, of another kind than they should be, or unknown, such as one with a letter wrong.
 * What deploys does not check types, and takes the text 'false' for true.
 */
export function misshapen(settings: unknown): string[] {
  const { error } = SHAPE.safeParse(settings);
  return (error?.issues ?? []).flatMap((issue) => {
    const name = issue.path.join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `there is no setting ${[...issue.path, key].join('.')}`);
    const wanted =
      issue.code === 'invalid_value'
        ? `one of ${issue.values.join(', ')}`
        : (WORDS[issue.code === 'invalid_type' ? issue.expected : ''] ?? 'something else');
    return [`${name} must be ${wanted}, and is ${shown(valueAt(settings, issue.path))}`];
  });
}

function valueAt(settings: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], settings);
}

/** A text in quotation marks, to tell it from what it looks like. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
