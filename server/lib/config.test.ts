import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig, requirePaymentsChoice } from './config.ts'
import { OperatorError } from './operator-error.ts'

test('without any setting the app gets working defaults', () => {
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

test('the admin needs both e-mail and password, and an empty setting counts as missing', () => {
  expect(() => readConfig({ ADMIN_EMAIL: 'a@example.org' })).toThrow('ADMIN_EMAIL and ADMIN_PASSWORD go together')
  expect(() => readConfig({ ADMIN_PASSWORD: 'long enough' })).toThrow('ADMIN_EMAIL and ADMIN_PASSWORD go together')
  expect(readConfig({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', DATABASE_URL: '', APP_URL: '' }).admin).toBeNull()
})

test('single sign-on needs an issuer, a client with its secret, and the address of the app', () => {
  const oidc = { OIDC_ISSUER: 'https://login.example.org/club', OIDC_CLIENT_ID: 'hut', OIDC_CLIENT_SECRET: 'secret' }
  const APP_URL = 'https://hut.example.org'
  expect(readConfig({ ...oidc, APP_URL }).oidc).toMatchObject({
    name: 'login.example.org',
    adminGroup: null,
    only: false
  })
  expect(() => readConfig(oidc)).toThrow('Wrong setting: OIDC_ISSUER needs APP_URL')
  for (const name of Object.keys(oidc)) {
    expect(() => readConfig({ ...oidc, APP_URL, [name]: '' })).toThrow(
      'Wrong setting: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together'
    )
  }
  expect(() => readConfig({ OIDC_ONLY: 'on' })).toThrow(
    'Wrong setting: OIDC_ONLY and OIDC_ADMIN_GROUP need OIDC_ISSUER'
  )
  expect(readConfig({ OIDC_NAME: 'Club login' }).oidc).toBeNull()
})

test('DATABASE_REPLICA_URL needs DATABASE_URL', () => {
  const DATABASE_REPLICA_URL = 'postgres://localhost:5433/hut'
  expect(() => readConfig({ DATABASE_REPLICA_URL })).toThrow('Wrong setting: DATABASE_REPLICA_URL needs DATABASE_URL')
  const { replicaUrl } = readConfig({ DATABASE_REPLICA_URL, DATABASE_URL: 'postgres://localhost/hut' })
  expect(replicaUrl).toBe(DATABASE_REPLICA_URL)
})

test('REDIS_URL needs DATABASE_URL', () => {
  const REDIS_URL = 'rediss://ada:secret@redis.example.org:6380/1'
  expect(() => readConfig({ REDIS_URL })).toThrow('Wrong setting: REDIS_URL needs DATABASE_URL')
  const { redisUrl } = readConfig({ REDIS_URL, DATABASE_URL: 'postgres://localhost/hut' })
  expect(redisUrl).toBe(REDIS_URL)
})

test('without SMTP_URL mails become files, and the sender comes from the app’s address', () => {
  expect(readConfig({})).toMatchObject({
    smtp: null,
    mailFrom: { address: 'no-reply@localhost' }
  })
  const settings = { APP_URL: 'https://hut.example.org:8443', APP_NAME: 'Our Hut', SMTP_URL: 'smtp://localhost' }
  expect(readConfig(settings).mailFrom).toEqual({ address: 'no-reply@hut.example.org' })
  expect(readConfig({ APP_URL: 'http://[::1]:3000' }).mailFrom.address).toBe('no-reply@localhost')
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost' })).toThrow(
    'Wrong setting: SMTP_URL needs APP_URL, because mails have links to the app'
  )
})

test.each([
  ['ada@example.org', { address: 'ada@example.org' }],
  ['Ada <ada@example.org>', { name: 'Ada', address: 'ada@example.org' }],
  ['"Ada, of the Hut" <ada@example.org>', { name: 'Ada, of the Hut', address: 'ada@example.org' }]
])('MAIL_FROM accepts %s', (MAIL_FROM, from) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toEqual(from)
})

test('the keys of the payment provider must be complete and of the same kind', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_0123456789',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789'
  }
  expect(readConfig(keys).stripe).toEqual({
    secretKey: 'sk_test_0123456789',
    publishableKey: 'pk_test_0123456789',
    webhookSecret: 'whsec_0123456789',
    address: null
  })
  expect(readConfig({}).stripe).toBeNull()
  for (const name of Object.keys(keys)) {
    expect(() => readConfig({ ...keys, [name]: '' })).toThrow(
      'Wrong setting: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together'
    )
  }
  expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789' })).toThrow('both be live keys')
  expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_test_0123456789' })).toThrow(
    'Wrong setting: STRIPE_SECRET_KEY: must be a secret key such as sk_live_…'
  )
})

test.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback, 192.168.1.4'])('TRUST_PROXY accepts %s', value => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value)
})

test('an empty setting counts as missing', () => {
  const names = ['PORT', 'HOST', 'APP_NAME', 'DATA_DIR', 'LOG_LEVEL', 'TRUST_PROXY', 'METRICS_TOKEN', 'DEMO']
  expect(readConfig(Object.fromEntries(names.map(name => [name, ''])))).toEqual(readConfig({}))
  expect(readConfig({ PORT: ' ' }).port).toBe(3000)
})

test('the admin’s e-mail address needs no domain', () => {
  const settings = { ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: 'long enough' }
  expect(readConfig(settings).admin).toEqual({ email: 'admin@localhost', password: 'long enough' })
})

test.each([
  'postgres:///hut?host=/run/postgresql',
  'postgres://hut@/hut?host=/run/postgresql',
  'postgresql://hut:s%40cret@/hut?host=/run/postgresql&port=5433',
  'postgres://hut@%2Frun%2Fpostgresql/hut',
  'postgres://hut:secret@[::1]:5432/hut?sslmode=require'
])('DATABASE_URL accepts %s', DATABASE_URL => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test('a slash at the end of APP_URL is removed', () => {
  expect(readConfig({ APP_URL: 'https://hut.example.org:8443/' }).appUrl).toBe('https://hut.example.org:8443')
})

test('docs/settings.md lists every setting and no other', async () => {
  const root = new URL('../../', import.meta.url)
  const table = await readFile(new URL('docs/settings.md', root), 'utf8')
  const listed = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell]) =>
    [...(cell as string).matchAll(/`([A-Z\d_]+)`/g)].map(match => match[1])
  )
  const source = await readFile(new URL('./config.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z\d_]+): /gm)].map(match => match[1])
  // Node's own tools set NODE_ENV.
  expect(listed.sort()).toEqual(read.filter(name => name !== 'NODE_ENV').sort())
})

test.each(['compose.yaml', 'compose.nodes.yaml'])(
  '%s passes on every setting that the image does not set',
  async file => {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
    const source = await readFile(new URL('./config.ts', import.meta.url), 'utf8')
    const ofImage = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV']
    const read = [...source.matchAll(/^ {2}([A-Z\d_]+): /gm)].flatMap(([, name = '']) =>
      ofImage.includes(name) ? [] : [name]
    )
    expect(read.filter(name => !new RegExp(`^ +${name}: `, 'm').test(text))).toEqual([])
  }
)

const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789'
}

test.each([
  [{}, 'sandbox'],
  [{ PAYMENTS: 'off' }, 'off'],
  [{ PAYMENTS: 'sandbox', APP_URL: 'https://hut.example.org', HOST: '0.0.0.0' }, 'sandbox'],
  [{ APP_URL: 'http://localhost:3000' }, 'sandbox'],
  [{ APP_URL: 'http://127.0.0.1:3000', HOST: '::1' }, 'sandbox'],
  [{ ...KEYS, APP_URL: 'https://hut.example.org' }, 'stripe'],
  [{ ...KEYS, PAYMENTS: 'stripe', HOST: '0.0.0.0' }, 'stripe']
])('with %o the payments are: %s', { tags: 'D-147' }, (settings: Record<string, string>, payments) => {
  const config = readConfig(settings)
  requirePaymentsChoice(config, settings.PAYMENTS)
  expect(config.payments).toBe(payments)
})

test.each([
  [{ HOST: '0.0.0.0' }, /^Wrong setting: PAYMENTS: .+PAYMENTS=off.+PAYMENTS=sandbox.+$/],
  [{ HOST: '192.0.2.1', PAYMENTS: '' }, /^Wrong setting: PAYMENTS: others/],
  [{ APP_URL: 'https://hut.example.org' }, /^Wrong setting: PAYMENTS: others/],
  [{ PAYMENTS: 'stripe' }, /^Wrong setting: PAYMENTS: stripe needs STRIPE_SECRET_KEY$/],
  [{ ...KEYS, PAYMENTS: 'off' }, /^Wrong setting: PAYMENTS: off does not go with STRIPE_SECRET_KEY/],
  [{ ...KEYS, PAYMENTS: 'sandbox' }, /^Wrong setting: PAYMENTS: sandbox does not go with STRIPE_SECRET_KEY/]
])(
  'with %o the app does not start and prints one line',
  { tags: 'D-147' },
  (settings: Record<string, string>, line) => {
    const start = () => requirePaymentsChoice(readConfig(settings), settings.PAYMENTS)
    expect(start).toThrow(OperatorError)
    expect(start).toThrow(line)
  }
)
