/** Tests wrong values of every setting. Each stops the start with one line that names it and says what to do. */
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cleanUpDatabases, emptyDatabase } from '../../testing/database/first-release.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { startS3 } from '../../testing/servers/s3.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readConfig } from './config.ts'
import { OperatorError } from './operator-error.ts'

cleanUpDatabases()

/** Values that are always wrong. */
const WRONG: Record<string, string[]> = {
  PORT: ['http', '70000', '3e3', '-1', '3.5'],
  APP_URL: [
    'localhost',
    'ftp://hut.example.org',
    'https://hut.example.org/hut',
    'https://ada@hut.example.org',
    'https://'
  ],
  APP_NAME: ['x'.repeat(61), 'two\nlines'],
  DATABASE_URL: ['mysql://localhost/a', 'localhost:5432', 'postgres://', 'postgres://ada:%zz@localhost/hut'],
  DATABASE_REPLICA_URL: ['localhost:5432', 'mysql://localhost/a'],
  REDIS_URL: ['localhost:6379', 'https://redis.example.org'],
  SMTP_URL: [
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://ada@mail.example.org',
    'smtp://mail.example.org/?logger=true',
    'smtp://mail.example.org/hut'
  ],
  MAIL_FROM: [
    'Challenge Hut',
    'Hut <hut@example.org> more',
    'Hut\r\nBcc: eve@example.org <hut@example.org>',
    'hut@example.org, eve@example.org'
  ],
  PUSH: ['yes', '1', 'ON'],
  PUSH_SUBJECT: ['hut@example.org', 'http://hut.example.org', 'mailto:'],
  ADMIN_EMAIL: ['nobody', 'a@b@c'],
  ADMIN_PASSWORD: ['short', 'x'.repeat(201)],
  LOG_LEVEL: ['loud', 'INFO'],
  LOG_ADDRESSES: ['yes', '1', 'ON'],
  TRUST_PROXY: ['true', '1', 'banana', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.1, elsewhere'],
  METRICS_TOKEN: ['short'],
  REGISTRATIONS_PER_ADDRESS: ['0', '-1', '1e3', '1000000', 'many'],
  RATE_LIMITS: ['no', '0'],
  PAYMENTS: ['yes', 'OFF'],
  REGISTRATION: ['yes', 'OPEN'],
  REDEEM_LIMIT: ['-1', 'many', '1e3'],
  OIDC_ISSUER: ['login.example.org', 'http://login.example.org', 'https://login.example.org/?a=b', 'https://a@b.org'],
  OIDC_NAME: ['x'.repeat(41), 'two\nlines'],
  OIDC_ONLY: ['yes', 'ON'],
  CONTACT: ['nowhere', 'ftp://hut.example.org'],
  SOURCE_URL: ['nowhere', 'ftp://hut.example.org', 'javascript:alert(1)'],
  STRIPE_SECRET_KEY: ['rk', 'pk_live_0123456789'],
  STRIPE_PUBLISHABLE_KEY: ['sk_live_0123456789'],
  STRIPE_WEBHOOK_SECRET: ['secret'],
  STRIPE_API: ['nowhere'],
  S3_ENDPOINT: ['nowhere', 'https://s3.example.org/bucket'],
  BACKUP_AT: ['3:15', '24:00', '03:60', 'never', '03:15:00'],
  BACKUP_KEEP: ['0', '-1', '1001', 'all'],
  BACKUP_PASSPHRASE: ['too short'],
  BACKUP_S3_ENDPOINT: ['nowhere', 'https://s3.example.org/bucket'],
  DEMO: ['yes', 'true']
}

interface Start {
  name: string
  of: string
  settings: () => Promise<Record<string, string>>
}

const NO_FILE = 'sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
const databaseUrl = async () => urlOf(await emptyDatabase())
const withS3 = async (wrong: Record<string, string>) => ({
  ...(await startS3()).settings,
  DATABASE_URL: await databaseUrl(),
  ...wrong
})

/** Values that are wrong on this machine only. */
const STARTS: Start[] = [
  {
    name: 'PORT',
    of: 'a port that another program uses',
    async settings() {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      onTestFinished(() => void other.close())
      return { PORT: String((other.address() as { port: number }).port) }
    }
  },
  { name: 'HOST', of: 'not a name of this machine', settings: async () => ({ HOST: 'not a host' }) },
  { name: 'PAYMENTS', of: 'missing although others can reach the app', settings: async () => ({ HOST: '0.0.0.0' }) },
  { name: 'DATA_DIR', of: 'a folder that hangs', settings: async () => ({ DATA_DIR: '/proc/x' }) },
  { name: 'DATA_DIR', of: 'a folder below one that hangs', settings: async () => ({ DATA_DIR: '/proc/x/y/z' }) },
  {
    name: 'DATA_DIR',
    of: 'uploads that are a file',
    async settings() {
      const DATA_DIR = join(await temporaryFolder(), 'data')
      await mkdir(DATA_DIR)
      await writeFile(join(DATA_DIR, 'uploads'), '')
      return { DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1:1/hut' }
    }
  },
  {
    name: 'DATABASE_URL',
    of: 'a certificate that does not exist',
    settings: async () => ({ DATABASE_URL: `postgres://hut@localhost/hut?${NO_FILE}` })
  },
  {
    name: 'DATABASE_URL',
    of: 'a database that does not exist',
    settings: async () => ({ DATABASE_URL: (await databaseUrl()).replace(/hut_\w+/, 'hut_nowhere') })
  },
  {
    name: 'DATABASE_REPLICA_URL',
    of: 'a certificate that does not exist',
    settings: async () => ({
      DATABASE_URL: await databaseUrl(),
      DATABASE_REPLICA_URL: `postgres://hut@localhost/hut?${NO_FILE}`
    })
  },
  {
    name: 'REDIS_URL',
    of: 'no server',
    settings: async () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/hut', REDIS_URL: 'redis://127.0.0.1:1' })
  },
  { name: 'S3_BUCKET', of: 'no such bucket', settings: () => withS3({ S3_BUCKET: 'nowhere' }) },
  { name: 'S3_ACCESS_KEY_ID', of: 'an unknown user', settings: () => withS3({ S3_ACCESS_KEY_ID: 'EVE' }) },
  { name: 'S3_SECRET_ACCESS_KEY', of: 'a wrong key', settings: () => withS3({ S3_SECRET_ACCESS_KEY: 'wrong' }) }
]

/** Settings that accept any value. A bucket for backups that cannot be used is logged and does not stop the start. */
const ANY = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ADMIN_GROUP',
  'S3_REGION',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'NODE_ENV'
]

test('every setting is tested here', async () => {
  const source = await readFile(new URL('./config.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z\d_]+): /gm)].map(([, name]) => name)
  const here = [...Object.keys(WRONG), ...STARTS.map(({ name }) => name), ...ANY]
  expect([...new Set(here)].toSorted()).toEqual(read.toSorted())
})

const EACH = Object.entries(WRONG).flatMap(([name, values]) => values.map(value => ({ name, value })))

test.each(EACH)('a wrong $name ($value) is named in one line that does not repeat the value', ({ name, value }) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(OperatorError)
  expect(read).toThrow(new RegExp(`^Wrong setting: ${name}: must (be|have) .+$`))
  expect(read).not.toThrow(/\n|Invalid|Too (small|big)|expected/)
})

test.each(STARTS)('$name: $of stops the start with one line', { timeout: 240_000 }, async ({ name, settings }) => {
  const given = await settings()
  const { code, printed } = await runProgram('server/main.ts', {
    DATA_DIR: join(await temporaryFolder(), 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...given
  })
  expect(printed).toMatch(new RegExp(`^Wrong setting: (\\w+, )?${name}\\b[^\\n]+\\n$`))
  expect(code).toBe(1)
})
