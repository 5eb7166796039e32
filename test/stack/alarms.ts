import { FULL_STAGE, resources, synthesised } from './synthesised.ts';

/** The templates of a stage that has everything. */
export const { stacks, template } = synthesised();

/** The properties of every alarm of the template, by its name without the stage. */
export const alarms = new Map(
  resources(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => [
    String(Properties.AlarmName).replace(`Billing-${FULL_STAGE.stage}-`, ''),
    Properties,
  ]),
);
