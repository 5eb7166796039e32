import { runSimulation } from '@cloud-copilot/iam-simulate';
import { queueArn } from '../template/names.ts';
import { ACCOUNT, type Resolved, type Template } from '../template/template.ts';

/** One action of a call, in IAM's terms. */
export interface IamRequest {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, string | string[]>>;
}

interface Policy {
  readonly name: string;
  readonly policy: Resolved;
}

/** Managed policies that only allow writing logs, which no call here does. */
const LOGS_ONLY = /:policy\/service-role\/AWSLambdaBasicExecutionRole$/;

/** Condition keys that requests here provide; a role's call has no source, so what is allowed to one alone is not allowed to it. */
const GIVEN =
  /^(aws:SecureTransport|aws:SourceArn|dynamodb:LeadingKeys|dynamodb:Attributes|dynamodb:EnclosingOperation|kms:EncryptionContextKeys|kms:EncryptionContext:.+)$/i;

/** What the roles of a synthesised stack allow, evaluated by a policy simulator. */
export class Permissions {
  readonly #ofRole = new Map<string, Policy[]>();
  /** By ARN: the key's policy and the queues' own. */
  readonly #ofResource = new Map<string, Resolved>();
  /** Condition keys of the policies that decide on a role's calls of a resource, by both. */
  readonly #mentioned = new Map<string, ReadonlySet<string>>();
  readonly #verdicts = new Map<string, Promise<boolean>>();
  /** The forms of partition keys that a role's policies tell apart. */
  readonly #keyForms = new Map<string, readonly RegExp[]>();

  /** Throws if a policy uses a condition that requests here cannot provide. */
  constructor(template: Template) {
    for (const [id] of template.ofType('AWS::IAM::Role')) this.#ofRole.set(id, policiesIn(template, id));
    for (const [id] of template.ofType('AWS::IAM::Policy')) {
      const { PolicyDocument = null, Roles } = template.properties(id);
      for (const role of (Roles ?? []) as string[])
        this.#ofRole.get(role)?.push({ name: id, policy: PolicyDocument });
    }
    for (const [id] of template.ofType('AWS::KMS::Key'))
      this.#ofResource.set(template.attribute(id, 'Arn'), template.properties(id).KeyPolicy ?? null);
    for (const [id] of template.ofType('AWS::SQS::QueuePolicy')) {
      const { PolicyDocument = null, Queues } = template.properties(id);
      for (const url of (Queues ?? []) as string[]) this.#ofResource.set(queueArn(url), PolicyDocument);
    }
    for (const key of conditionKeysIn([[...this.#ofRole.values()], [...this.#ofResource.values()]]))
      if (!GIVEN.test(key))
        throw new Error(`the local cloud does not know the condition key ${key} of a policy`);
  }

  /** Whether a role may do something; cached. What no policy that decides on it mentions makes no difference. */
  allows(role: string, { action, resource, context }: IamRequest): Promise<boolean> {
    const mentioned = this.#mentionedFor(role, resource);
    const said = Object.entries(context).filter(([key]) => mentioned.has(key.toLowerCase()));
    const request = { action, resource, context: Object.fromEntries(said) };
    const asked = JSON.stringify([role, request], (name, value: unknown) =>
      name === 'dynamodb:LeadingKeys' ? this.#formsOf(role, value as string[]) : value,
    );
    let verdict = this.#verdicts.get(asked);
    if (!verdict) this.#verdicts.set(asked, (verdict = this.#simulate(role, request)));
    return verdict;
  }

  /** What of partition keys decides about a role: which of the forms in its policies each of them has. */
  #formsOf(role: string, keys: readonly string[]): string[] {
    let forms = this.#keyForms.get(role);
    if (!forms) this.#keyForms.set(role, (forms = keyFormsIn(this.#ofRole.get(role) ?? [])));
    const all = keys.map((key) => forms.map((form) => (form.test(key) ? '1' : '0')).join(''));
    return [...new Set(all)].toSorted();
  }

  #mentionedFor(role: string, resource: string): ReadonlySet<string> {
    const name = `${role} ${resource}`;
    let keys = this.#mentioned.get(name);
    if (!keys) {
      const policies = [this.#ofRole.get(role), this.#ofResource.get(resource)];
      this.#mentioned.set(name, (keys = new Set(conditionKeysIn(policies))));
    }
    return keys;
  }

  async #simulate(role: string, { action, resource, context }: IamRequest): Promise<boolean> {
    const resourcePolicy = this.#ofResource.get(resource);
    const result = await runSimulation(
      {
        request: {
          principal: `arn:aws:iam::${ACCOUNT}:role/${role}`,
          action,
          resource: { resource, accountId: ACCOUNT },
          contextVariables: { 'aws:SecureTransport': 'true', ...evaluable(context) },
        },
        identityPolicies: evaluable(this.#ofRole.get(role) ?? []),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
        ...(resourcePolicy !== undefined && { resourcePolicy: evaluable(resourcePolicy) }),
      },
      {},
    );
    if (result.resultType === 'error')
      throw new Error(`${action} of ${role} cannot be evaluated: ${result.errors.message}`);
    return result.overallResult === 'Allowed';
  }
}

function policiesIn(template: Template, role: string): Policy[] {
  const { Policies, ManagedPolicyArns } = template.properties(role);
  for (const arn of (ManagedPolicyArns ?? []) as string[])
    if (!LOGS_ONLY.test(arn))
      throw new Error(`the local cloud does not know the managed policy ${arn} (${role})`);
  const own = (Policies ?? []) as { PolicyName: string; PolicyDocument: Resolved }[];
  return own.map(({ PolicyName, PolicyDocument }) => ({ name: PolicyName, policy: PolicyDocument }));
}

/** The patterns of partition keys in conditions, anywhere inside: `*` for any text, `?` for one character. */
function keyFormsIn(value: unknown): RegExp[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name.toLowerCase() === 'dynamodb:leadingkeys' ? [inner].flat().map(formOf) : keyFormsIn(inner),
  );
}

const formOf = (pattern: unknown): RegExp =>
  new RegExp(
    `^${String(pattern).replaceAll(/\W/g, (one) => ({ '*': '.*', '?': '.' })[one] ?? `\\${one}`)}$`,
    's',
  );

/** In lower case, as IAM compares them: `{ Condition: { StringEquals: { <key>: … } } }` anywhere inside. */
function conditionKeysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    name === 'Condition' && typeof inner === 'object' && inner !== null
      ? Object.values(inner as Record<string, object>).flatMap((test) =>
          Object.keys(test).map((key) => key.toLowerCase()),
        )
      : conditionKeysIn(inner),
  );
}

/**
 * The simulator drops keys of encryption contexts, because their names are free. Principal tags also have free names
 * and are kept, and no policy here uses any; so they stand in for those keys, in policy and request alike.
 */
function evaluable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('kms:EncryptionContext:', 'aws:PrincipalTag/')) as T;
}
