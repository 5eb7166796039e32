import { runSimulation } from '@cloud-copilot/iam-simulate';
import { ACCOUNT, type Resolved, type Template } from './template.ts';

/** One thing a request wants to do, as IAM names it. */
export interface Wish {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, string | string[]>>;
}

interface Policy {
  readonly name: string;
  readonly policy: Resolved;
}

/** What the roles of a synthesised stack allow, asked of a policy simulator. */
export class Permissions {
  readonly #policies = new Map<string, Policy[]>();
  readonly #keyPolicy: Resolved;
  readonly #verdicts = new Map<string, Promise<boolean>>();

  constructor(template: Template) {
    for (const [id] of template.ofType('AWS::IAM::Role')) {
      const own = (template.properties(id).Policies ?? []) as {
        PolicyName: string;
        PolicyDocument: Resolved;
      }[];
      this.#policies.set(
        id,
        own.map(({ PolicyName, PolicyDocument }) => ({ name: PolicyName, policy: PolicyDocument })),
      );
    }
    for (const [id, resource] of template.ofType('AWS::IAM::Policy')) {
      const { PolicyDocument } = template.properties(id);
      const roles = (resource.Properties?.Roles ?? []) as { Ref: string }[];
      for (const { Ref } of roles)
        this.#policies.get(Ref)?.push({ name: id, policy: PolicyDocument ?? null });
    }
    const [key] = template.ofType('AWS::KMS::Key');
    this.#keyPolicy = key ? (template.properties(key[0]).KeyPolicy ?? null) : null;
  }

  /** Whether a role may do something. */
  allows(role: string, wish: Wish): Promise<boolean> {
    const asked = JSON.stringify([role, wish]);
    let verdict = this.#verdicts.get(asked);
    if (!verdict) this.#verdicts.set(asked, (verdict = this.#simulate(role, wish)));
    return verdict;
  }

  async #simulate(role: string, { action, resource, context }: Wish): Promise<boolean> {
    const result = await runSimulation(
      {
        request: {
          principal: `arn:aws:iam::${ACCOUNT}:role/${role}`,
          action,
          resource: { resource, accountId: ACCOUNT },
          contextVariables: { 'aws:SecureTransport': 'true', ...evaluable(context) },
        },
        identityPolicies: evaluable(this.#policies.get(role) ?? []),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
        resourcePolicy: action.startsWith('kms:') ? this.#keyPolicy : undefined,
      },
      {},
    );
    if (result.resultType === 'error')
      throw new Error(`the policies of ${role} cannot be evaluated: ${result.errors.message}`);
    return result.overallResult === 'Allowed';
  }
}

/**
 * The simulator drops keys of encryption contexts, because their names are free. Tags of the principal have free names
 * too and are kept; no policy here uses any, so they stand in for the keys in policy and request alike.
 */
function evaluable<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('kms:EncryptionContext:', 'aws:PrincipalTag/')) as T;
}
