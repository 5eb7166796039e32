/** What a key pair that an operator has made says beside what a test is about. */
export const MADE_BY_OPERATOR = {
  label: '',
  createdBy: { by: 'operator', who: null, personId: null },
  endedBy: null,
} as const;
