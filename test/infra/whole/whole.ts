import { CHAPTERS } from '../../../infra/functions/chapters.ts';
import type { StageSettings } from '../../../infra/settings.ts';
import { resources } from '../synthesised.ts';
import type { Template } from '../synthesised.ts';
import { apiParts } from './edge.ts';
import { firewallParts } from './firewall.ts';
import { chapterParts } from './functions.ts';
import type { Code } from './functions.ts';
import { operationsParts } from './operations.ts';
import { idsOf } from './parts.ts';
import type { Part, Place } from './parts.ts';
import { stateParts } from './state.ts';

type Stacks = ReadonlyMap<string, Template>;

/** Every resource of every stack of a stage, as its settings and the rows of its functions make it. */
export function wholeStage(settings: StageSettings, stacks: Stacks): ReadonlyMap<string, readonly Part[]> {
  const placeOf = (stack: string): Place => ({
    settings,
    state: idsOf(stacks.get('State')!),
    own: idsOf(stacks.get(stack)!),
  });
  const code = codeOf(stacks);
  const { domain, firewall } = settings;
  return new Map([
    ['State', stateParts(placeOf('State'))],
    ...CHAPTERS.map((chapter) => [chapter, chapterParts(chapter, placeOf(chapter), code)] as const),
    ['Api', apiParts(placeOf('Api'))],
    ...(domain && firewall ? [['Firewall', firewallParts(placeOf('Firewall'))] as const] : []),
    ['Operations', operationsParts(placeOf('Operations'))],
  ]);
}

/** The stacks with what each takes from the state written as the reference that the state puts out. */
export function resolved(stacks: Stacks, { region, stage }: StageSettings): Stacks {
  const { Outputs = {} } = stacks.get('State') ?? {};
  const takenBy = (stack: string) => (_: string, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('Fn::GetStackOutput' in value)) return value;
    const {
      StackName,
      OutputName = '',
      Region,
      ...more
    } = value['Fn::GetStackOutput'] as Record<string, string>;
    if (Object.keys(more).length > 0) return value;
    // The firewall is in a region of its own, and so has to name that of the state.
    const isNear = Region === region || (Region === undefined && stack !== 'Firewall');
    const output = Outputs[OutputName] as { readonly Value: unknown } | undefined;
    return isNear && StackName === `Billing-${stage}-State` && output ? output.Value : value;
  };
  return new Map(
    [...stacks].map(([name, template]) => [
      name,
      JSON.parse(JSON.stringify(template, takenBy(name))) as Template,
    ]),
  );
}

/** The bundle that all functions of these tests have. */
function codeOf(stacks: Stacks): Code {
  const [found] = resources(stacks.get('Open')!, 'AWS::Lambda::Function');
  return found![1].Properties.Code as Code;
}
