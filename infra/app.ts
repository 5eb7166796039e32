import { BACKGROUND } from '../lib/background-functions.ts';
import { ROUTES } from '../lib/routes.ts';
import { bundle } from './build/bundle.ts';
import { LOCAL_STAGE, stageNamed } from './stages.ts';

const functions = [...ROUTES, ...BACKGROUND];
// CDK takes a second to load, in which esbuild can begin.
const [code, { billing }] = await Promise.all([bundle(functions, 'functions'), import('./billing.ts')]);
const { local, stage = 'dev' } = contextOfCli();
// What runs on one machine is checked where it is deployed from: the checks take longer than all the rest.
const checks = local !== 'true';
if (!checks) console.log(`bundled ${functions.length} functions; writing the templates`);
billing([checks ? stageNamed(stage) : LOCAL_STAGE], code, {
  builtinCloudFormationValidation: checks,
}).synth();

/** What `cdk synth --context stage=prod` gives, which the CLI hands over in the environment. */
function contextOfCli(): Readonly<Record<string, string | undefined>> {
  return JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}') as Record<string, string>;
}
