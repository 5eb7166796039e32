import { BACKGROUND } from '../lib/background-functions.ts';
import { ROUTES } from '../lib/routes.ts';
import { bundle } from './build/bundle.ts';
import { LOCAL_STAGE, stageNamed } from './stages.ts';

const functions = [...ROUTES, ...BACKGROUND];
// Loading CDK takes a second, in which esbuild can begin.
const [code, { billing }] = await Promise.all([bundle(functions, 'functions'), import('./billing.ts')]);
const { local, stage = 'dev' } = contextOfCli();
// The local stage skips these checks, which take longer than everything else; they run before deployments.
const checks = local !== 'true';
if (!checks) console.log(`bundled ${functions.length} functions; writing the templates`);
billing([checks ? stageNamed(stage) : LOCAL_STAGE], code, {
  builtinCloudFormationValidation: checks,
}).synth();

/** The context of `cdk synth --context stage=prod`, which the CLI passes in the environment. */
function contextOfCli(): Readonly<Record<string, string | undefined>> {
  return JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}') as Record<string, string>;
}
