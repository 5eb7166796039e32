import type { Row } from '../../../infra/functions/chapters.ts';
import { failing, isUrgent, ROUNDS_ABSENT } from '../../../infra/watch/alarm-catalogue.ts';
import { alarm } from './alarm.ts';
import type { Metric } from './alarm.ts';
import { pathOf, ref } from './parts.ts';
import type { Part, Place } from './parts.ts';

const FAILURES = 'FILL(errors, 0) + FILL(throttles, 0) + FILL(crashed, 0)';

const measured = (function_: string, name: string, { own }: Place): Metric => ({
  of: 'AWS/Lambda',
  name,
  by: [['FunctionName', ref(own(`${pathOf(function_)}Function`))]],
});

/** The alarm of a function: at its first failure where that is urgent, and otherwise at five that are five in a hundred. */
export function failureAlarm({ name }: Row, place: Place): Part {
  const failures = {
    errors: measured(name, 'Errors', place),
    throttles: measured(name, 'Throttles', place),
    crashed: { of: `Billing/${place.settings.stage}`, name: 'RequestsCrashed', by: [['route', name]] },
  } satisfies Record<string, Metric>;
  if (isUrgent(name))
    return alarm(
      failing(name),
      { expression: FAILURES, label: 'failures', from: failures },
      { threshold: 1 },
      place,
    );
  const share = `100 * (${FAILURES}) / (FILL(calls, 0) + FILL(throttles, 0))`;
  return alarm(
    failing(name),
    {
      expression: `IF(${FAILURES} >= 5, ${share}, 0)`,
      label: 'failures in a hundred calls',
      from: { ...failures, calls: measured(name, 'Invocations', place) },
    },
    { threshold: 5 },
    place,
  );
}

/** The alarms about rounds that do not run. */
export function roundAlarms(place: Place): Part[] {
  const minutes = measured('sweep/start', 'Invocations', place);
  const nights = measured('comparison/start', 'Invocations', place);
  const absent = { threshold: 0, absent: true };
  return [
    alarm(
      ROUNDS_ABSENT.schedule,
      { expression: 'FILL(minutes, 0)', label: "minutes' rounds in five minutes", from: { minutes } },
      absent,
      place,
    ),
    alarm(
      ROUNDS_ABSENT.nightly,
      {
        expression: 'IF(FILL(minutes, 0) >= 350, FILL(nights, 0), 1)',
        label: "nights' rounds in a quarter of a day",
        from: { minutes, nights },
      },
      { ...absent, minutes: 6 * 60, periods: 5 },
      place,
    ),
  ];
}
