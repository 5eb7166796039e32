import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { CoreApp } from '../runtime/app.ts';
import { Unreadable } from '../record.ts';
import { jsonFields, type Fields } from '../table/fields.ts';
import type { Passkey } from '../table/people/people.ts';
import { consoleAddress } from '../runtime/console-address.ts';
import type { OwnChallenge } from './challenge.ts';
import { ALGORITHMS } from './passkey-options.ts';

/** A browser's answer to a challenge: base64url texts, of which nothing is trusted before it is verified. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly clientDataJSON: string;
  /** Of a registration; empty in a sign-in. */
  readonly attestationObject: string;
  readonly transports: readonly string[];
  /** Of a sign-in; empty in a registration. */
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string;
}

/** The answer in the JSON that browsers make of a credential; undefined if it is none. */
export function passkeyAnswerIn(json: string): PasskeyAnswer | undefined {
  try {
    const of = jsonFields('answer', json);
    return answerFrom(of.text('id'), of.requiredPart('response'));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function answerFrom(id: string, response: Fields): PasskeyAnswer {
  const text = (member: string) => response.textOrNull(member) ?? '';
  const transports = response.texts('transports') ?? [];
  return {
    id,
    clientDataJSON: text('clientDataJSON'),
    attestationObject: text('attestationObject'),
    transports: TRANSPORTS.filter((one) => transports.includes(one)),
    authenticatorData: text('authenticatorData'),
    signature: text('signature'),
    userHandle: text('userHandle'),
  };
}

/** The challenge that an answer says it answers; empty where it says none. */
export function challengeAnswered({ clientDataJSON }: PasskeyAnswer): string {
  try {
    const said = Buffer.from(clientDataJSON, 'base64url').toString();
    return jsonFields('clientData', said).textOrNull('challenge') ?? '';
  } catch (error) {
    if (error instanceof Unreadable) return '';
    throw error;
  }
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** What the library reads beside the members of `response`. */
const credential = (id: string) =>
  ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} }) as const;

/** The passkey that an answer registers; undefined if the answer proves nothing for this challenge and console. */
export async function registeredPasskey(
  app: CoreApp,
  answer: PasskeyAnswer,
  challenge: OwnChallenge,
): Promise<Passkey | undefined> {
  const { origin, host } = consoleAddress(app);
  const { clientDataJSON, attestationObject, transports } = answer;
  const verified = await orRefused(() =>
    verifyRegistrationResponse({
      response: { ...credential(answer.id), response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge.text,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    createdAt: app.clock(),
    lastUsedAt: null,
  };
}

/** The passkey after it has answered the challenge; undefined if the answer proves nothing, or its count went back. */
export async function answeredPasskey(
  app: CoreApp,
  passkey: Passkey,
  answer: PasskeyAnswer,
  challenge: OwnChallenge,
): Promise<Passkey | undefined> {
  const { origin, host } = consoleAddress(app);
  const { id, clientDataJSON, authenticatorData, signature } = answer;
  const verified = await orRefused(() =>
    verifyAuthenticationResponse({
      response: { ...credential(id), response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge.text,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified?.verified) return undefined;
  return { ...passkey, counter: verified.authenticationInfo.newCounter, lastUsedAt: app.clock() };
}

/** The library throws whatever is wrong with an answer: none of it says more than that it is refused. */
async function orRefused<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
