/** Adds passkeys, and signs in with them (docs/decisions/0031). */
import type { FastifyRequest } from 'fastify'
import { deviceName } from '../../../domain/accounts/device.ts'
import {
  type addPasskey as addPasskeyCall,
  CONFIRM_FIRST,
  NO_PASSKEYS,
  PASSKEY_REFUSED,
  type signInByPasskey as signInCall,
  TOO_MANY_PASSKEYS
} from '../../../domain/accounts/passkeys/api.ts'
import {
  allowsPasskeys,
  CHALLENGE_LASTS_MS,
  isConfirmed,
  MOST_PASSKEYS,
  nameOfPasskey
} from '../../../domain/accounts/passkeys/passkey.ts'
import { LAST_WAY_IN } from '../../../domain/accounts/single-sign-on/api.ts'
import type { ReceivedBy } from '../../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../../domain/lib/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import type { Resources } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { queueMail } from '../../mail/mail-rows.ts'
import { needProof } from '../proof.ts'
import { hasOtherWayIn } from '../ways-in.ts'
import {
  deleteChallengesBefore,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockNames,
  noteUse,
  takeChallenge
} from './passkey-rows.ts'

/** Loaded with the first use of a passkey, since it takes 5 MB. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, with which devices sign. */
const supportedAlgorithmIDs = [-8, -7, -257]
const REFUSED = invalid('credential', PASSKEY_REFUSED)

/** The host that passkeys belong to, and the origin of their use: from `APP_URL`, or from the request. */
function siteOf({ config }: Resources, { host }: FastifyRequest): { rpID: string; origin: string } {
  const url = new URL(config.appUrl ?? `http://${host}`)
  if (!allowsPasskeys(url)) refuse({ kind: 'conflict', message: NO_PASSKEYS })
  return { rpID: url.hostname, origin: url.origin }
}

/**
 * @throws Refused 403 unless the password was entered within 15 minutes; 409 for a site without a name, or at the limit
 */
export async function optionsToAdd(resources: Resources, request: FastifyRequest, viewer: SignedIn) {
  const { db, config, clock } = resources
  needConfirmed(resources, viewer)
  const { rpID } = siteOf(resources, request)
  const own = await listPasskeys(db, viewer.id)
  if (own.length >= MOST_PASSKEYS) refuse({ kind: 'conflict', message: TOO_MANY_PASSKEYS })
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    ...{ rpName: config.hut.name, rpID, userName: viewer.username },
    userID: new TextEncoder().encode(String(viewer.id)),
    supportedAlgorithmIDs,
    timeout: CHALLENGE_LASTS_MS,
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  })
  await insertChallenge(db, options.challenge, viewer.id, dateAt(clock))
  return { ...options }
}

/**
 * Stores the passkey that a device made from `optionsToAdd`, and notifies its person by mail.
 * @throws Refused 403 unless the password was entered within 15 minutes; 422 for an invalid passkey; 409 at the limit
 */
export async function addPasskey(
  resources: Resources,
  request: FastifyRequest,
  viewer: SignedIn,
  { credential }: ReceivedBy<typeof addPasskeyCall>['body']
): Promise<void> {
  const { db, clock } = resources
  needConfirmed(resources, viewer)
  const { rpID, origin } = siteOf(resources, request)
  const expectedChallenge = await spendChallenge(resources, credential.response.clientDataJSON, viewer.id)
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: { ...credential, rawId: credential.id, clientExtensionResults: {} } as never,
    ...{ expectedChallenge, expectedOrigin: origin, expectedRPID: rpID, supportedAlgorithmIDs }
  }).catch(() => refuse(REFUSED))
  if (!verified.verified) return refuse(REFUSED)
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const device = deviceName(request.headers['user-agent'] ?? '')
  const row = { id, user_id: viewer.id, public_key: Buffer.from(publicKey), counter, created_at: dateAt(clock) }
  await db.transaction(async tx => {
    const taken = await lockNames(tx, viewer.id)
    if (taken.length >= MOST_PASSKEYS) refuse({ kind: 'conflict', message: TOO_MANY_PASSKEYS })
    const name = nameOfPasskey(device, taken)
    if (!(await insertPasskey(tx, { ...row, name, transports: credential.response.transports ?? [] }))) refuse(REFUSED)
    await queueMail(tx, resources, viewer.id, { kind: 'passkey added', name, at: row.created_at.toISOString() })
  })
}

/**
 * @throws Refused 403 without a recent proof; 404 when this person has no such passkey; 409 when nothing else signs
 *   them in
 */
export async function removePasskey(resources: Resources, viewer: SignedIn, id: string): Promise<void> {
  needProof(resources, viewer)
  await resources.db.transaction(async tx => {
    const isLast = !(await hasOtherWayIn(tx, resources, viewer.id, 'passkey'))
    if (!(await deletePasskey(tx, viewer.id, id))) refuse({ kind: 'notFound' })
    if (isLast) refuse({ kind: 'conflict', message: LAST_WAY_IN })
  })
}

/** Options for any person, since the device knows whose passkeys it has. */
export async function optionsToSignIn(resources: Resources, request: FastifyRequest) {
  const { db, clock } = resources
  const { rpID } = siteOf(resources, request)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    ...{ rpID, userVerification: 'required', timeout: CHALLENGE_LASTS_MS, allowCredentials: [] }
  })
  await insertChallenge(db, options.challenge, null, dateAt(clock))
  return { ...options }
}

/**
 * Signs in with a passkey.
 * @param signIn runs in the transaction that stores the use
 * @throws Refused 422, the same for an unknown passkey and for an invalid signature
 */
export async function useOfPasskey(
  resources: Resources,
  request: FastifyRequest,
  { credential }: ReceivedBy<typeof signInCall>['body'],
  signIn: (tx: Transaction, userId: number) => Promise<void>
): Promise<number> {
  const { db, clock } = resources
  const { rpID, origin } = siteOf(resources, request)
  const expectedChallenge = await spendChallenge(resources, credential.response.clientDataJSON, null)
  const passkey = await findPasskey(db, credential.id)
  if (!passkey) return refuse(REFUSED)
  const { id, public_key, counter, user_id } = passkey
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, rawId: credential.id, clientExtensionResults: {} } as never,
    ...{ expectedChallenge, expectedOrigin: origin, expectedRPID: rpID },
    credential: { id, publicKey: new Uint8Array(public_key), counter }
  }).catch(() => refuse(REFUSED))
  if (!verified.verified) return refuse(REFUSED)
  const { newCounter } = verified.authenticationInfo
  await db.transaction(async tx => {
    if (!(await noteUse(tx, id, newCounter, dateAt(clock)))) refuse(REFUSED)
    await signIn(tx, user_id)
  })
  return user_id
}

/** Deletes challenges that have expired. */
export function forgetOldChallenges({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  return deleteChallengesBefore(db, new Date(clock.now() - CHALLENGE_LASTS_MS))
}

function needConfirmed({ clock }: Resources, { confirmed }: SignedIn): void {
  if (!isConfirmed(confirmed?.getTime() ?? null, clock.now())) refuse({ kind: 'forbidden', message: CONFIRM_FIRST })
}

/** Returns the signed challenge and deletes it. It must be recent, and made here for this person. */
async function spendChallenge({ db, clock }: Resources, clientData: string, userId: number | null): Promise<string> {
  let challenge: unknown
  try {
    challenge = JSON.parse(Buffer.from(clientData, 'base64url').toString()).challenge
  } catch {
    refuse(REFUSED)
  }
  const since = new Date(clock.now() - CHALLENGE_LASTS_MS)
  if (typeof challenge !== 'string' || !(await takeChallenge(db, challenge, userId, since))) return refuse(REFUSED)
  return challenge
}
