import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '../../../domain/accounts/api.ts'
import { PASSWORD_COMMON, PASSWORD_SITE } from '../../../domain/accounts/password.ts'
import { changePassword } from '../../../domain/accounts/passwords/api.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { openWorld, registration, type World } from '../../../testing/world.ts'
import { readConfig } from '../../lib/config.ts'
import { needGoodPassword } from './good-password.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_NAME: 'Winter Club', APP_URL: 'https://hut.alpenverein.example' })
})
afterAll(() => world.close())

test.each([
  // The page’s own short list has none of these.
  ['bluemoon', PASSWORD_COMMON],
  ['Liverpool1', PASSWORD_COMMON],
  ['winterclub', PASSWORD_SITE],
  ['alpenverein24', PASSWORD_SITE]
])('registering and changing to the password %j names the field', async (password, message) => {
  const body = { ...registration('zoe'), password, password_confirmation: password }
  const refused = { status: 422, body: { errors: { password: message } } }
  expect(await world.visitor.refused(register, { body })).toMatchObject(refused)
  const ada = await world.as('ada')
  const change = { current_password: PASSWORD, password, password_confirmation: password }
  expect(await ada.refused(changePassword, { body: change })).toMatchObject(refused)
})

test('each of the 3,000 most common passwords of the list is refused', async () => {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  const list = text
    .slice(text.indexOf('---') + 4)
    .trim()
    .split('\n')
  expect(list.filter(password => password.length >= 8).length).toBeGreaterThanOrEqual(3000)
  expect(list.length).toBeGreaterThan(5000)
  const config = readConfig({})
  const nobody = { username: '', email: '' }
  for (const password of list) {
    expect(() => needGoodPassword({ config }, password, nobody), password).toThrow()
  }
  expect(() => needGoodPassword({ config }, PASSWORD, nobody)).not.toThrow()
})
