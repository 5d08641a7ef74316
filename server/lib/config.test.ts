import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig, WrongSetting } from './config.ts'

test('without any setting there is a default that works', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appUrl: null,
    databaseUrl: null,
    admin: null,
    trustProxy: false,
    rateLimits: true,
    development: false,
    demo: false,
    perPage: 10
  })
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['APP_URL', 'localhost'],
  ['DATABASE_URL', 'mysql://localhost/a'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'short'],
  ['RATE_LIMITS', 'no'],
  ['DEMO', 'yes']
])('a wrong %s (%s) is named in one line that does not repeat it', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(WrongSetting)
  expect(read).toThrow(new RegExp(`^Wrong setting: ${name}: .+$`))
})

test('the admin needs e-mail and password, and an empty setting is none', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@example.org' })).toThrow('ADMIN_EMAIL and ADMIN_PASSWORD go together')
  expect(() => readConfig({ ADMIN_PASSWORD: 'long enough' })).toThrow('ADMIN_EMAIL and ADMIN_PASSWORD go together')
  expect(readConfig({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', DATABASE_URL: '', APP_URL: '' }).admin).toBeNull()
})

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  ['10.0.0.0/8', '10.0.0.0/8']
])('TRUST_PROXY %s', (value, expected) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected)
})

test('the README lists every setting that is read, and no other', async () => {
  const root = new URL('../../', import.meta.url)
  const readme = await readFile(new URL('README.md', root), 'utf8')
  const table = readme.split('## Settings')[1]?.split('## ')[0] ?? ''
  const listed = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell]) =>
    [...(cell as string).matchAll(/`([A-Z_]+)`/g)].map(match => match[1])
  )
  const source = await readFile(new URL('./config.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(match => match[1])
  // What Node's own tools set is no setting of ours.
  expect(listed.sort()).toEqual(read.filter(name => name !== 'NODE_ENV').sort())
})
