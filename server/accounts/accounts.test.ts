import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  BAD_CREDENTIALS,
  EMAIL_TAKEN,
  endLogin,
  getCsrfCookie,
  getUser,
  login,
  logout,
  PASSWORD_FOR_EMAIL,
  register,
  securityPage,
  signOutEverywhere,
  updateProfile,
  updateUnits
} from '../../domain/accounts/api.ts'
import { PASSWORD_MISMATCH, PASSWORD_SHORT, WRONG_PASSWORD } from '../../domain/accounts/fields.ts'
import { MESSAGE_KEYS } from '../../domain/accounts/user.ts'
import { USERNAME_TAKEN, USERNAME_TEXT } from '../../domain/accounts/username.ts'
import { accountPage } from '../../domain/billing/api.ts'
import { displayedTokens, USES_PER_TOKEN } from '../../domain/tokens/tokens.ts'
import { allContracts } from '../../testing/contracts.ts'
import { countRows } from '../../testing/database/rows.ts'
import { compared } from '../../testing/known-passwords.ts'
import { PASSWORD } from '../../testing/names.ts'
import { createCaller, openWorld, registration, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 24 * 3600 * 1000
/** A browser of its own, signed in to nothing. */
const browser = () => createCaller(world, 'someone')

describe('register', () => {
  test('a visitor registers and is signed in', { tags: ['ACC-01', 'ACC-11', 'ACC-36', 'ACC-37'] }, async () => {
    const someone = browser()
    const { user } = await someone.call(register, {
      body: { ...registration('lise'), name: 'Dr. Meitner', first_name: 'Lise', last_name: 'Meitner' }
    })
    expect(user).toMatchObject({ username: 'lise', first_name: 'Lise', last_name: 'Meitner', role_id: 1 })
    expect(await someone.call(getUser)).toEqual(user)
  })

  test('a user has every documented field', { tags: ['ACC-45..ACC-57', 'ACC-41', 'D-28', 'D-35'] }, async () => {
    const ada = await world.as('ada')
    const user = await ada.user()
    expect(user).toEqual({
      id: expect.any(Number),
      username: 'ada',
      guest_name: null,
      first_name: '',
      last_name: '',
      email: 'ada@example.org',
      new_email: null,
      delete_at: null,
      is_deletion_by_admin: 0,
      role_id: 1,
      has_password: 1,
      has_sign_on: 0,
      client_uuid: 'browser-of-ada',
      is_new: 1,
      is_unapproved: 0,
      is_unconfirmed: 0,
      unread_reminders: 0,
      new_messages: Object.fromEntries(MESSAGE_KEYS.map(key => [key, 1])),
      all_remaining_tokens: 1000,
      subscription_id: null,
      subscription: null,
      suspension: null,
      muted: [],
      blocked: [],
      person: { id: expect.any(Number), username: 'ada' },
      time_zone: 'UTC',
      day_start: 0,
      rest_days: [],
      streaks: 1,
      shows_streak: 0,
      shows_sessions: 0,
      distance_unit: null,
      revision: 0
    })
    expect(user.new_messages).toHaveProperty('newCreateGoal')
  })

  test('a person chooses the unit of distances, or leaves it to the browser', { tags: 'D-154' }, async () => {
    const ada = await world.as('ada')
    for (const distance_unit of ['km', 'mi', null] as const) {
      expect((await ada.call(updateUnits, { body: { distance_unit } })).user).toMatchObject({ distance_unit })
      expect(await ada.user()).toMatchObject({ distance_unit })
    }
    const wrong = await ada.request({ method: 'PATCH', url: updateUnits.path, payload: { distance_unit: 'ft' } })
    expect(wrong.json()).toMatchObject({ errors: { distance_unit: 'Choose "mi" or "km".' } })
    expect((await world.visitor.refused(updateUnits, { body: { distance_unit: 'km' } })).status).toBe(401)
  })

  test('a new person has ten tokens of a hundred uses', { tags: ['TOK-02', 'TOK-11', 'TOK-13', 'D-01'] }, async () => {
    const { all_remaining_tokens } = await (await world.as('ada')).user()
    expect(all_remaining_tokens).toBe(10 * USES_PER_TOKEN)
    expect(displayedTokens(all_remaining_tokens)).toBe(10)
    expect(displayedTokens(949)).toBe(9)
    expect(displayedTokens(950)).toBe(10)
  })

  test('names are optional, and the name is made from them', { tags: ['ACC-24', 'ACC-25', 'D-26'] }, async () => {
    const nameOf = async (username: string) =>
      (await world.db.execute<{ name: string }>(sql`select name from users where username = ${username}`)).rows[0]?.name
    await browser().call(register, { body: { ...registration('rosalind'), first_name: 'Rosalind', last_name: null } })
    expect(await nameOf('rosalind')).toBe('Rosalind')
    await browser().call(register, { body: { ...registration('chien'), first_name: 'Chien', last_name: 'Wu' } })
    expect(await nameOf('chien')).toBe('Chien Wu')
    await browser().call(register, { body: registration('noether') })
    expect(await nameOf('noether')).toBe('noether')
  })

  test('the full name in mails and invoices follows the profile', async () => {
    const nameOf = async () =>
      (await world.db.execute<{ name: string }>(sql`select name from users where username = 'germain'`)).rows[0]?.name
    const person = await world.as('germain')
    expect(await nameOf()).toBe('germain')
    const rename = (userData: object) => person.call(updateProfile, { body: { userData } })
    await rename({ first_name: 'Sophie' })
    expect(await nameOf()).toBe('Sophie')
    await rename({ last_name: 'Germain' })
    expect(await nameOf()).toBe('Sophie Germain')
    await rename({ first_name: '', last_name: null })
    expect(await nameOf()).toBe('germain')
  })

  test('the time of accepting the terms is stored, and a missing acceptance is refused', {
    tags: ['ACC-42', 'D-145']
  }, async () => {
    const acceptedAt = async (username: string) =>
      (
        await world.db.execute<{ at: Date | null }>(
          sql`select terms_accepted_at as at from users where username = ${username}`
        )
      ).rows[0]?.at
    await browser().call(register, { body: { ...registration('agrees'), terms: true } })
    expect(new Date(String(await acceptedAt('agrees'))).getTime()).toBe(world.clock.now())
    await browser().call(register, { body: registration('silent') })
    expect(await acceptedAt('silent')).toBeNull()
    const { status, body } = await browser().refused(register, { body: { ...registration('refuses'), terms: false } })
    expect([status, body.errors]).toEqual([422, { terms: 'Please agree to the terms and the privacy policy.' }])
    expect(await acceptedAt('refuses')).toBeUndefined()
  })

  test.each([
    ['no email', { email: undefined }, 'email', 'Value is required.'],
    ['an empty email', { email: ' ' }, 'email', 'Value is required.'],
    ['an invalid email', { email: 'nobody' }, 'email', 'Value is not a valid email address'],
    ['no username', { username: undefined }, 'username', 'Value is required.'],
    ['a space in the username', { username: 'a b' }, 'username', USERNAME_TEXT],
    ['a letter that is not ASCII', { username: 'zoë' }, 'username', USERNAME_TEXT],
    ['a slash', { username: 'a/b' }, 'username', USERNAME_TEXT],
    ['a dot', { username: 'a.b' }, 'username', USERNAME_TEXT],
    ['no password', { password: undefined, password_confirmation: undefined }, 'password', 'Value is required.'],
    ['a short password', { password: '1234567', password_confirmation: '1234567' }, 'password', PASSWORD_SHORT],
    ['another confirmation', { password_confirmation: 'other' }, 'password_confirmation', PASSWORD_MISMATCH],
    ['no confirmation', { password_confirmation: undefined }, 'password_confirmation', 'Value is required.'],
    [
      'a giant password',
      { password: 'x'.repeat(201), password_confirmation: 'x'.repeat(201) },
      'password',
      'Use at most 200 characters.'
    ]
  ])(
    '%s is refused with its message, and no account is made',
    { tags: ['ACC-29', 'ACC-38', 'ACC-42', 'D-26'] },
    async (_, wrong, field, text) => {
      const before = await countRows(world.db)
      const someone = browser()
      const { status, body } = await someone.refused(register, { body: { ...registration('wrong'), ...wrong } })
      expect(status).toBe(422)
      expect(body.message).toBe(text)
      expect(body.errors).toHaveProperty(field, text)
      expect(await countRows(world.db)).toEqual(before)
      expect(someone.cookies()).not.toHaveProperty('hut_login')
    }
  )

  test('a name or e-mail is taken in any case', { tags: ['D-26', 'D-36'] }, async () => {
    await world.as('ada')
    const { body } = await browser().refused(register, { body: { ...registration('ADA'), email: 'new@example.org' } })
    expect(body.errors).toEqual({ username: USERNAME_TAKEN })
    const other = await browser().refused(register, { body: { ...registration('new'), email: 'Ada@Example.org' } })
    expect(other.body.errors).toEqual({ email: EMAIL_TAKEN })
    const both = await browser().refused(register, { body: registration('Ada') })
    expect(both.body.errors).toEqual({ email: EMAIL_TAKEN, username: USERNAME_TAKEN })
  })

  test('names that the app reserves are refused as taken, in any case', { tags: 'D-27' }, async () => {
    for (const username of ['tokens', 'Tokens', 'API', 'sanctum', 'webhooks', 'admin', 'metrics', 'socket']) {
      const { status, body } = await browser().refused(register, { body: registration(username) })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ username: USERNAME_TAKEN })
    }
  })

  test('no person can take the first segment of a page', { tags: ['D-27', 'D-41'] }, async () => {
    const { pages } = await allContracts()
    const paths = pages.flatMap(({ path, aliases }) => [path, ...(aliases ?? [])])
    for (const segment of new Set(paths.map(path => path.split('/')[1] as string))) {
      if (segment === '' || segment.startsWith(':')) continue
      const { body } = await browser().refused(register, { body: registration(segment) })
      expect(body.errors, segment).toHaveProperty('username', USERNAME_TAKEN)
    }
  })

  test('two registrations at once make one account, and the other is refused with the reason', async () => {
    const before = await countRows(world.db)
    const send = (email: string) =>
      browser().request({ method: 'POST', url: '/register', payload: { ...registration('twin'), email } })
    const responses = await Promise.all(['a', 'b', 'c', 'd'].map(name => send(`${name}@twins.org`)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422])
    for (const response of responses.filter(({ statusCode }) => statusCode === 422)) {
      expect(response.json().errors).toEqual({ username: USERNAME_TAKEN })
    }
    const sameEmail = await Promise.all(
      ['t1', 't2', 't3'].map(username =>
        browser().request({
          method: 'POST',
          url: '/register',
          payload: { ...registration(username), email: 'one@twins.org' }
        })
      )
    )
    expect(sameEmail.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
    const after = await countRows(world.db)
    for (const table of ['users', 'persons', 'balances', 'ledger', 'logins']) {
      expect(after[table], table).toBe((before[table] ?? 0) + 2)
    }
  })
})

describe('login', () => {
  test('a registered person signs in with their e-mail in any case', {
    tags: ['ACC-02', 'ACC-09', 'D-25']
  }, async () => {
    await world.as('ada')
    for (const email of ['ada@example.org', ' ADA@example.org ']) {
      const someone = browser()
      const { user } = await someone.call(login, { body: { email, password: PASSWORD, client_uuid: 'this browser' } })
      expect(user).toMatchObject({ username: 'ada', client_uuid: 'this browser' })
      expect(await someone.user()).toEqual(user)
    }
  })

  test('an unknown e-mail and a wrong password get the same response', { tags: 'D-25' }, async () => {
    await world.as('ada')
    const before = await countRows(world.db)
    const wrong = await browser().refused(login, { body: { email: 'ada@example.org', password: 'not hers' } })
    const unknown = await browser().refused(login, { body: { email: 'nobody@example.org', password: 'not hers' } })
    const spaced = await browser().refused(login, { body: { email: 'ada@example.org', password: ` ${PASSWORD}` } })
    expect(wrong).toEqual({ status: 422, body: { message: BAD_CREDENTIALS, error: BAD_CREDENTIALS, errors: {} } })
    expect(unknown).toEqual(wrong)
    expect(spaced).toEqual(wrong)
    // One for the account, one for the network from which an unknown address came.
    const noted = (before.security_events ?? 0) + 2
    expect(await countRows(world.db)).toEqual({ ...before, security_events: noted })
  })

  test('an unknown e-mail takes as much work as a wrong password', { tags: 'D-25' }, async () => {
    await world.as('ada')
    /** The settings and lengths of the compared hashes, which decide how long the comparison takes. */
    const workFor = async (email: string) => {
      const before = compared.length
      await browser().refused(login, { body: { email, password: 'not hers' } })
      return compared.slice(before).map(stored => {
        const [, kind, version, settings, salt = '', hash = ''] = stored.split('$')
        return [kind, version, settings, salt.length, hash.length]
      })
    }
    const ofWrongPassword = await workFor('ada@example.org')
    expect(ofWrongPassword).toHaveLength(1)
    expect(await workFor('nobody@example.org')).toEqual(ofWrongPassword)
  })

  test('scripts and other sites cannot reach the cookie, which lasts 30 days and is stored hashed', {
    tags: 'D-21'
  }, async () => {
    const someone = browser()
    const response = await someone.request({
      method: 'POST',
      url: '/api/register',
      payload: registration('katherine')
    })
    const [cookie] = response.cookies.filter(({ name }) => name === 'hut_login')
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 30 * 24 * 3600 })
    expect(cookie).not.toHaveProperty('domain')
    expect(cookie?.secure ?? false).toBe(false)
    const token = cookie?.value ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(response.body).not.toContain(token)
    const { rows } = await world.db.execute<{ found: number }>(sql`select count(*)::int as found from logins
      where token_hash = sha256(convert_to(${token}, 'UTF8'))`)
    expect(rows[0]?.found).toBe(1)
  })

  test('over https the cookie is only sent over https', async () => {
    const secure = await openWorld({ APP_URL: 'https://hut.example.org' })
    try {
      const response = await secure.visitor.request({ method: 'POST', url: '/register', payload: registration('ada') })
      expect(response.cookies.find(({ name }) => name === 'hut_login')).toMatchObject({ secure: true })
      const csrf = await secure.visitor.request({ url: '/sanctum/csrf-cookie' })
      expect(csrf.cookies.find(({ name }) => name === 'hut_csrf')).toMatchObject({ secure: true, httpOnly: true })
    } finally {
      await secure.close()
    }
  })

  test('an invented token or one of another site signs nobody in', async () => {
    for (const token of ['', 'x', 'x'.repeat(5000), '💥', "' or 1=1"]) {
      const response = await world.app.inject({ url: '/get-user', cookies: { hut_login: encodeURIComponent(token) } })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toBeNull()
    }
  })

  test('passwords are stored as argon2id and never returned', async () => {
    const someone = browser()
    const response = await someone.request({ method: 'POST', url: '/register', payload: registration('mary') })
    const { rows } = await world.db.execute<{ password_hash: string }>(
      sql`select password_hash from users where username = 'mary'`
    )
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const page = await someone.request({ url: '/account' })
    for (const { body } of [response, page, await someone.request({ url: '/get-user' })]) {
      expect(body).not.toContain('argon2')
      expect(body).not.toContain(PASSWORD)
      expect(body).not.toContain('password_hash')
    }
  })
})

describe('logout and the end of a login', () => {
  test('logging out ends only this login', { tags: ['ACC-03', 'ACC-43'] }, async () => {
    const here = browser()
    const there = browser()
    await here.call(register, { body: registration('hedy') })
    await there.call(login, { body: { email: 'hedy@example.org', password: PASSWORD } })
    const stolen = here.cookies()
    const response = await here.request({
      method: 'POST',
      url: '/logout',
      headers: { 'content-type': 'application/json' }
    })
    expect(response.statusCode).toBe(200)
    expect(await here.user()).toBeNull()
    expect((await world.app.inject({ url: '/get-user', cookies: stolen })).json()).toBeNull()
    expect(await there.user()).toMatchObject({ username: 'hedy' })
    // A second logout changes nothing, and a visitor may call it too.
    await here.call(logout)
    await browser().call(logout)
  })

  test('using a login renews it; it ends 30 days after its last use, and its row is deleted', async () => {
    const own = await openWorld()
    try {
      const ada = await own.as('ada')
      const renews = async () => (await ada.request({ url: '/api/get-user' })).cookies.map(({ maxAge }) => maxAge)
      for (let week = 1; week <= 6; week++) {
        own.clock.jump(7 * DAY)
        expect(await renews()).toEqual([30 * 24 * 3600])
        expect(await renews()).toEqual([])
      }
      own.clock.jump(30 * DAY - 1000)
      expect(await ada.user()).toMatchObject({ username: 'ada' })
      own.clock.jump(30 * DAY - 1000)
      expect((await countRows(own.db)).logins).toBe(1)
      own.clock.jump(2000)
      expect(await ada.user()).toBeNull()
      expect((await ada.refused(updateProfile, { body: { userData: { email: 'a@b.org' } } })).status).toBe(401)
      await own.pass(60_000)
      expect((await countRows(own.db)).logins).toBe(0)
    } finally {
      await own.close()
    }
  })
})

describe('where I am signed in', () => {
  test('each login is listed with its device and last use; one or all of them can be ended', async () => {
    const own = await openWorld()
    try {
      const ada = await own.as('ada')
      const mallory = await own.as('mallory')
      const phone = createCaller(own, 'phone')
      const payload = { email: 'ada@example.org', password: PASSWORD }
      const agent = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
      own.clock.jump(2 * DAY)
      await phone.request({ method: 'POST', url: '/login', payload, headers: { 'user-agent': agent } })
      const at = new Date(own.clock.now()).toISOString()
      const { logins } = await phone.visit(securityPage)
      const before = new Date(own.clock.now() - 2 * DAY).toISOString()
      expect(logins).toMatchObject([
        { device: 'Chrome on Android', since: at, used_at: at, is_current: 1 },
        { device: 'Unknown device', since: before, used_at: before, is_current: 0 }
      ])
      // An id is not a token.
      const [newer, older] = logins
      expect(await own.app.inject({ url: '/api/my/goals', cookies: { hut_login: newer?.id ?? '' } })).toMatchObject({
        statusCode: 401
      })
      for (const login of [newer?.id ?? '', 'none', '']) {
        expect((await mallory.refused(endLogin, { params: { login: login || 'x' } })).status).toBe(404)
      }
      expect(await phone.call(endLogin, { params: { login: older?.id ?? '' } })).toEqual({})
      expect([await ada.user(), (await phone.user()).username]).toEqual([null, 'ada'])
      expect((await phone.visit(securityPage)).logins).toHaveLength(1)

      await ada.call(login, { body: payload })
      await ada.call(signOutEverywhere)
      expect([await ada.user(), await phone.user()]).toEqual([null, null])
      expect((await mallory.user()).username).toBe('mallory')
      expect(ada.cookies()).not.toHaveProperty('hut_login')
      // A browser is forgotten after half a year without signing in.
      expect((await countRows(own.db)).known_browsers).toBe(2)
      own.clock.jump(181 * DAY)
      await own.pass(60_000)
      expect((await countRows(own.db)).known_browsers).toBe(0)
    } finally {
      await own.close()
    }
  })
})

describe('one login per browser', () => {
  const statusWith = async (cookies: Record<string, string>) =>
    (await world.app.inject({ url: '/api/my/goals', cookies })).statusCode

  test("signing in or registering ends the browser's earlier login, even of the same person", async () => {
    const someone = browser()
    await someone.call(register, { body: registration('first-here') })
    const before = [someone.cookies()]
    await someone.call(register, { body: registration('second-here') })
    before.push(someone.cookies())
    for (let i = 0; i < 2; i++) {
      await someone.call(login, { body: { email: 'first-here@example.org', password: PASSWORD } })
      before.push(someone.cookies())
    }
    expect(await Promise.all(before.map(statusWith))).toEqual([401, 401, 401, 200])
  })

  test('a login that fails on the server keeps the earlier one', async () => {
    const someone = browser()
    await someone.call(register, { body: registration('stays-here') })
    const { query } = Client.prototype
    const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      const { text = '' } = given[0] as { text?: string }
      if (!text.includes('inner join "balances"')) return Reflect.apply(query, this, given)
      spy.mockRestore()
      ;(given.at(-1) as (error: Error) => void)(new Error('Connection terminated unexpectedly'))
    } as never)
    const payload = { email: 'stays-here@example.org', password: PASSWORD }
    const response = await someone.request({ method: 'POST', url: '/api/login', payload })
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([503, undefined])
    expect(await someone.user()).toMatchObject({ username: 'stays-here' })
  })

  test('a refused login keeps the earlier one', async () => {
    const someone = browser()
    await someone.call(register, { body: registration('still-here') })
    await someone.refused(login, { body: { email: 'still-here@example.org', password: 'not theirs' } })
    await someone.refused(register, { body: registration('still-here') })
    expect(await someone.user()).toMatchObject({ username: 'still-here' })
  })
})

describe('who I am', () => {
  test('a visitor gets null, with and without /api', { tags: ['ACC-11', 'D-28'] }, async () => {
    for (const url of ['/get-user', '/api/get-user']) {
      const response = await world.visitor.request({ url })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toBeNull()
    }
    expect(await browser().call(getUser)).toBeNull()
  })

  test('the csrf cookie is set once, with and without /api', { tags: ['API-10', 'D-21'] }, async () => {
    const someone = browser()
    const { csrf_token } = await someone.call(getCsrfCookie)
    expect(someone.cookies()).toHaveProperty('hut_csrf')
    const again = await someone.request({ url: '/sanctum/csrf-cookie' })
    expect(again.cookies).toEqual([])
    for (const token of [csrf_token, again.json().csrf_token]) {
      const logout = await someone.request({ method: 'POST', url: '/logout', headers: { 'x-csrf-token': token } })
      expect(logout.statusCode).toBe(200)
    }
  })
})

describe('profile', () => {
  test('names change at once, an e-mail must be confirmed, and the username stays', {
    tags: ['ACC-67', 'ACC-68', 'D-29']
  }, async () => {
    const someone = browser()
    await someone.call(register, { body: registration('emmy') })
    const { user } = await someone.call(updateProfile, {
      body: {
        userData: { first_name: 'Emmy', last_name: 'Noether', email: 'emmy@goettingen.org', username: 'david' },
        password: PASSWORD
      }
    })
    expect(user).toMatchObject({
      username: 'emmy',
      first_name: 'Emmy',
      last_name: 'Noether',
      email: 'emmy@example.org',
      new_email: 'emmy@goettingen.org'
    })
    const response = await someone.request({
      method: 'PATCH',
      url: '/account/profile',
      payload: { userData: { first_name: 'E', last_name: 'N', email: 'emmy@example.org' } }
    })
    expect(response.json().user).toMatchObject({ first_name: 'E', last_name: 'N' })
    expect(await someone.visit(accountPage)).toMatchObject({ subscription: null })
  })

  test('an invalid e-mail is refused under its field', { tags: 'D-29' }, async () => {
    await world.as('ada')
    const grace = await world.as('grace')
    const before = await grace.user()
    for (const [email, text] of [
      ['nobody', 'Value is not a valid email address'],
      ['', 'Value is required.']
    ] as const) {
      const change = { userData: { first_name: 'X', email }, password: PASSWORD }
      const { status, body } = await grace.refused(updateProfile, { body: change })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ 'userData.email': text })
    }
    expect(await grace.user()).toEqual(before)
  })

  test('fields that are not sent stay as they are', { tags: 'D-29' }, async () => {
    const anyRevision = (user: object) => ({ ...user, revision: expect.any(Number) })
    const someone = browser()
    const body = { ...registration('maria'), first_name: 'Maria', last_name: 'Mayer' }
    const { user } = await someone.call(register, { body })
    for (const userData of [{ email: user.email }, { username: 'david' }, {}]) {
      expect((await someone.call(updateProfile, { body: { userData } })).user).toEqual(anyRevision(user))
    }
    const renamed = await someone.call(updateProfile, { body: { userData: { last_name: 'Goeppert' } } })
    expect(renamed.user).toEqual(anyRevision({ ...user, last_name: 'Goeppert' }))
    const nameless = await someone.call(updateProfile, { body: { userData: { last_name: null } } })
    expect(nameless.user).toEqual(anyRevision({ ...user, last_name: '' }))
  })

  test('a new e-mail needs the password, and without it nothing changes', async () => {
    await world.as('ada')
    const someone = browser()
    const { user } = await someone.call(register, { body: registration('hilbert') })
    for (const [password, text] of [
      [undefined, PASSWORD_FOR_EMAIL],
      [null, PASSWORD_FOR_EMAIL],
      ['', PASSWORD_FOR_EMAIL],
      ['not his', WRONG_PASSWORD]
    ] as const) {
      for (const email of ['hilbert@goettingen.org', 'ada@example.org']) {
        const userData = { first_name: 'David', email }
        const { status, body } = await someone.refused(updateProfile, { body: { userData, password } })
        expect([status, body.errors]).toEqual([422, { password: text }])
      }
    }
    expect(await someone.user()).toEqual(user)
    const userData = { email: 'HILBERT@example.org' }
    expect((await someone.call(updateProfile, { body: { userData } })).user.email).toBe('HILBERT@example.org')
  })

  test('a visitor has no profile to change', { tags: ['D-29', 'SEC-55'] }, async () => {
    const { status } = await world.visitor.refused(updateProfile, { body: { userData: { email: 'a@b.org' } } })
    expect(status).toBe(401)
  })
})
