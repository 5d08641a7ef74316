/** Tests each limit on attempts. Eighty people behind one address succeed, and one attempt too many is refused. */

import { glob, readFile } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEmail } from '../../../domain/accounts/emails/api.ts'
import { signInOptions } from '../../../domain/accounts/passkeys/api.ts'
import { resetPassword, sendResetLink } from '../../../domain/accounts/passwords/api.ts'
import { startSignOn } from '../../../domain/accounts/single-sign-on/api.ts'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import { ATTEMPTS, ATTEMPTS_WITHIN, type AttemptKey } from '../../../domain/lib/limits.ts'
import { storeReport } from '../../../domain/reports/api.ts'
import { joinAsGuest } from '../../../domain/sessions/api.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { openWorld, registration, type World } from '../../../testing/world.ts'
import { type Counters, memoryCounters } from './counters.ts'
import { useOf } from './rate-limit.ts'

/** The number of people at the address. */
const HALL = 80
const AT_ONCE = 20
const ADDRESS = '10.9.8.7'

let world: World
let counters: Counters
beforeAll(async () => {
  counters = memoryCounters({ now: () => world.clock.now(), after: () => () => {} })
  world = await openWorld({ RATE_LIMITS: 'on', APP_URL: 'http://localhost:3000' }, { counters })
})
afterAll(() => world.close())

const send = (url: string, payload: object): Promise<LightMyRequestResponse> =>
  world.app.inject({ method: 'POST', url, payload, remoteAddress: ADDRESS })
const emailOf = (nth: number) => `hall-${nth}@example.org`
const guests = fillPath(joinAsGuest.path, { event: 'nowhere' })
const link = { email: 'a@example.org', token: 'none', password: PASSWORD, password_confirmation: PASSWORD }

/** One attempt of one person for each limit by address. `nth` counts the attempts of all people. */
const BY_ADDRESS: Record<AddressKey, (nth: number) => Promise<LightMyRequestResponse>> = {
  registrations: nth => send('/register', registration(`hall-${nth}`)),
  failedLogins: nth => send('/login', { email: emailOf(nth % HALL), password: PASSWORD }),
  takenEmails: nth => send('/register', { ...registration(`other-${nth}`), email: `other-${nth}@example.org` }),
  guests: () => send(guests, { name: 'Tess' }),
  guestCodes: () => send(guests, { name: 'Tess', join_code: 'none' }),
  passkeySignIns: () => send(signInOptions.path, {}),
  signOns: () => send(startSignOn.path, { purpose: 'sign-in' }),
  resetMails: nth => send(sendResetLink.path, { email: emailOf(nth % HALL) }),
  resets: () => send(resetPassword.path, link),
  emailLinks: () => send(confirmEmail.path, { token: 'none' }),
  sandboxCalls: () => send('/api/sandbox/v1/payment_methods', {}),
  appRegistrations: () => send('/api/oauth/register', { redirect_uris: ['https://app.example.org'] }),
  appRequests: () => send('/api/oauth/token', {}),
  pressAddresses: () => send('/press/none', {}),
  reports: () => send(storeReport.path, { kind: 'message', subject_id: 999_999, reason: 'spam' })
}
/** Calls per person: a sign-in by passkey needs two, a purchase more. */
const CALLS: Partial<Record<AddressKey, number>> = { passkeySignIns: 2, sandboxCalls: 5 }

type AddressKey = {
  [Key in AttemptKey]: (typeof ATTEMPTS)[Key]['by'] extends 'address' ? Key : never
}[AttemptKey]

describe.each(Object.entries(BY_ADDRESS))('%s', (key, attempt) => {
  const name = key as AddressKey
  const isSingle = name === 'registrations'

  test('eighty people at one address succeed at once, and a second time', {
    tags: 'D-25',
    timeout: 60_000
  }, async () => {
    const attempts = HALL * (CALLS[name] ?? 1) * (isSingle ? 1 : 2)
    for (let from = 0; from < attempts; from += AT_ONCE) {
      const responses = await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => attempt(from + nth)))
      expect(responses.map(({ statusCode }) => statusCode)).not.toContain(429)
    }
  })

  test('an attempt above the limit is refused, for this address only, until the time is over', {
    tags: 'D-25'
  }, async () => {
    world.clock.jump(ATTEMPTS_WITHIN * 1000)
    const use = useOf(world, name, ADDRESS)
    await counters.count([{ ...use, amount: use.most }])
    const refused = await attempt(1000)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(ATTEMPTS_WITHIN)])
    expect(refused.json().message).toBe('Too many attempts. Please try again in 10 minutes.')
    world.clock.jump(ATTEMPTS_WITHIN * 1000)
    expect((await attempt(1000)).statusCode).not.toBe(429)
  })
})

test('every limit by address is tested here', { tags: 'D-25' }, () => {
  const byAddress = Object.entries(ATTEMPTS).filter(([, { by }]) => by === 'address')
  expect(Object.keys(BY_ADDRESS).sort()).toEqual(byAddress.map(([name]) => name).sort())
})

test('no other file counts by address', { tags: 'D-25' }, async () => {
  const found: string[] = []
  for await (const file of glob('server/**/*.ts')) {
    if (file.includes('.test.')) continue
    const text = await readFile(file, 'utf8')
    if (/networkOf|\bremoteAddress\b|request\.ip\b|[{,]\s*ip\s*[},]/.test(text)) found.push(file)
  }
  expect(found.sort()).toEqual([
    // Counts by account and address together.
    'server/accounts/routes.ts',
    // Notes the network of a failed login, for admins.
    'server/accounts/security-rows.ts',
    // Finds those notes by network.
    'server/admin/overview-rows.ts',
    // Passes it on to the call of a tool.
    'server/assistants/use-tool.ts',
    'server/lib/limits/rate-limit.ts',
    // Limits the open sockets and streams per address.
    'server/lib/limits/socket-limits.ts',
    'server/lib/log.ts',
    // Limits the rendering time per address.
    'server/lib/pages/pages.ts',
    // Checks whether metrics are read from this machine.
    'server/operator/operator-routes.ts'
  ])
})
