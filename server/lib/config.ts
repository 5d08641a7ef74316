/** Reads the settings from the environment once. A wrong value stops the start with one line that names it. */
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod'
import { ATTEMPTS } from '../../domain/lib/limits.ts'
import { type HutSettings, REGISTRATION_MODES, settingsInForce } from '../../domain/settings/settings.ts'
import { OperatorError } from './operator-error.ts'

const PORT_TEXT = 'must be a number from 0 to 65535'
const ADDRESS_TEXT = 'must be an address such as https://hut.example.org, without a path'
const DATABASE_TEXT =
  'must be an address such as postgres://user:password@host:5432/name, or postgres://user@/name?host=/run/postgresql ' +
  'for a Unix socket'
const REDIS_TEXT = 'must be an address such as redis://user:password@host:6379, or rediss://… for TLS'
const SMTP_TEXT = 'must be an address such as smtps://user:password@mail.example.org:465, with nothing after the port'
const FROM_TEXT = 'must be an address such as hut@example.org or Challenge Hut <hut@example.org>'
const PROXY_TEXT =
  'must be the addresses of your proxies, such as 127.0.0.1 or 10.0.0.0/8, or loopback, linklocal or uniquelocal, ' +
  'with commas between them'

const REGISTRATIONS_TEXT = 'must be a number from 1 to 999999'

const SECRET_TEXT = 'must be a secret key such as sk_live_…'
const NAME_TEXT = 'must have at most 60 characters, in one line'
const SWITCH_TEXT = 'must be on or off'
const PASSWORD_TEXT = 'must have 8 to 200 characters'
const TOKEN_TEXT = 'must have at least 16 characters'
const DEMO_TEXT = 'must be 0 or 1'
const PUBLISHABLE_TEXT = 'must be a publishable key such as pk_live_…'
const WEBHOOK_TEXT = 'must be the signing secret of the webhook, such as whsec_…'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_TEXT)
  .transform(Number)
  .refine(value => value <= 65_535, PORT_TEXT)
const address = z
  .url({ protocol: /^https?$/, error: ADDRESS_TEXT })
  .refine(isBare, ADDRESS_TEXT)
  .transform(value => new URL(value).origin)
const database = z.string().refine(isDatabase, DATABASE_TEXT)
const onOrOff = z.enum(['on', 'off'], { error: SWITCH_TEXT })
const smtp = z
  .url({ protocol: /^smtps?$/, error: SMTP_TEXT })
  .refine(isServer, SMTP_TEXT)
  .transform(value => new URL(value))
const sender = z.string().transform((value, context) => {
  const from = senderOf(value)
  if (!from) context.addIssue({ code: 'custom', message: FROM_TEXT })
  return from ?? z.NEVER
})
const proxies = z.string().refine(value => value.split(',').every(part => isProxy(part.trim())), PROXY_TEXT)

const SUBJECT_TEXT = 'must be an address such as https://hut.example.org or mailto:hut@example.org'

const PAYMENTS_TEXT = 'must be stripe, sandbox or off'
const REGISTRATION_TEXT = `must be one of ${REGISTRATION_MODES.join(', ')}`
const COUNT_TEXT = 'must be a whole number, such as 50'
const SOURCE_TEXT = 'must be an address such as https://example.org/challenge-hut'
const TIME_TEXT = 'must be a time of day in UTC, such as 03:15, or off'
const KEPT_TEXT = 'must be a number from 1 to 1000'
const PASSPHRASE_TEXT = 'must have at least 16 characters'
const ISSUER_TEXT = 'must be the https address of your provider, such as https://login.example.org/realms/club'
const SHORT_NAME_TEXT = 'must have at most 40 characters, in one line'
const CONTACT_TEXT = 'must be an e-mail address or an address such as https://hut.example.org/help'

const settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: address.optional(),
  APP_NAME: z
    .string()
    .refine(value => value.length <= 60 && !hasControls(value), NAME_TEXT)
    .optional(),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform(path => (isAbsolute(path) ? path : resolve(path))),
  DATABASE_URL: database.optional(),
  DATABASE_REPLICA_URL: database.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: REDIS_TEXT }).optional(),
  SMTP_URL: smtp.optional(),
  MAIL_FROM: sender.optional(),
  PUSH: onOrOff.default('on'),
  PUSH_SUBJECT: z
    .string()
    .regex(/^(https:\/\/|mailto:[^\s@]+@)[^\s@]+$/, SUBJECT_TEXT)
    .optional(),
  // A small installation may have no domain, so a name without a dot is allowed: admin@localhost.
  ADMIN_EMAIL: z.email({ pattern: z.regexes.html5Email, error: 'must be an e-mail address' }).optional(),
  ADMIN_PASSWORD: z.string().min(8, PASSWORD_TEXT).max(200, PASSWORD_TEXT).optional(),
  LOG_LEVEL: z.enum(LEVELS, { error: `must be one of ${LEVELS.join(', ')}` }).default('info'),
  LOG_ADDRESSES: onOrOff.default('off'),
  TRUST_PROXY: proxies.optional(),
  METRICS_TOKEN: z.string().min(16, TOKEN_TEXT).optional(),
  REGISTRATIONS_PER_ADDRESS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, REGISTRATIONS_TEXT)
    .default(String(ATTEMPTS.registrations.most))
    .transform(Number),
  RATE_LIMITS: onOrOff.default('on'),
  PAYMENTS: z.enum(['stripe', 'sandbox', 'off'], { error: PAYMENTS_TEXT }).optional(),
  REDEEM_LIMIT: z
    .string()
    .regex(/^\d{1,6}$/, COUNT_TEXT)
    .transform(Number)
    .optional(),
  REGISTRATION: z.enum(REGISTRATION_MODES, { error: REGISTRATION_TEXT }).optional(),
  OIDC_ISSUER: z.string().refine(isIssuer, ISSUER_TEXT).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z
    .string()
    .refine(value => value.length <= 40 && !hasControls(value), SHORT_NAME_TEXT)
    .optional(),
  OIDC_ADMIN_GROUP: z.string().optional(),
  OIDC_ONLY: onOrOff.default('off'),
  CONTACT: z.string().refine(isContact, CONTACT_TEXT).optional(),
  SOURCE_URL: z.url({ protocol: /^https?$/, error: SOURCE_TEXT }).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w{10,}$/, SECRET_TEXT)
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w{10,}$/, PUBLISHABLE_TEXT)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{10,}$/, WEBHOOK_TEXT)
    .optional(),
  STRIPE_API: address.optional(),
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, TIME_TEXT)
    .default('03:15'),
  BACKUP_KEEP: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, KEPT_TEXT)
    .default('14')
    .transform(Number),
  BACKUP_PASSPHRASE: z.string().min(16, PASSPHRASE_TEXT).optional(),
  BACKUP_S3_ENDPOINT: address.optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  NODE_ENV: z.string().default('production'),
  DEMO: z.enum(['0', '1'], { error: DEMO_TEXT }).default('0')
})

export interface Sender {
  name?: string
  address: string
}

export type Payments = 'stripe' | 'sandbox' | 'off'

export type Config = ReturnType<typeof readConfig>
/** A bucket of an S3-compatible store, and the credentials for it. */
export type S3Settings = NonNullable<Config['s3']>

/** Reads and checks the settings. @throws OperatorError that names the setting */
export function readConfig(environment: Record<string, string | undefined>) {
  // An empty setting counts as missing, because Compose passes unset variables as empty ones.
  const given = Object.entries(environment).filter(([, value]) => value?.trim())
  const parsed = settings.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new OperatorError(`Wrong setting: ${[...new Set(lines)].join('; ')}`)
  }
  const value = parsed.data
  if (Boolean(value.ADMIN_EMAIL) !== Boolean(value.ADMIN_PASSWORD)) {
    throw new OperatorError('Wrong setting: ADMIN_EMAIL and ADMIN_PASSWORD go together')
  }
  if (value.SMTP_URL && !value.APP_URL) {
    throw new OperatorError('Wrong setting: SMTP_URL needs APP_URL, because mails have links to the app')
  }
  if (value.REDIS_URL && !value.DATABASE_URL) {
    throw new OperatorError('Wrong setting: REDIS_URL needs DATABASE_URL, because it is for apps that share a database')
  }
  if (value.DATABASE_REPLICA_URL && !value.DATABASE_URL) {
    throw new OperatorError('Wrong setting: DATABASE_REPLICA_URL needs DATABASE_URL, whose replica it is')
  }
  const stripe = stripeKeys(value)
  const fixed = fixedSettings(value)
  return {
    port: value.PORT,
    host: value.HOST,
    /**
     * The public address of the app, without a slash at the end. When not set, it is the address that the app listens on.
     */
    appUrl: value.APP_URL ?? null,
    /**
     * The settings in force that admins change in the browser. `server/settings/` replaces them when one changes.
     */
    hut: settingsInForce({}, fixed),
    /** Those of them that an environment variable fixes. */
    fixed,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    /** A streaming replica of the same database; null without one. */
    replicaUrl: value.DATABASE_REPLICA_URL ?? null,
    /** The Redis that nodes use for messages and limits; null when PostgreSQL does both. */
    redisUrl: value.REDIS_URL ?? null,
    /** The server that sends mails; null when mails are written to files. */
    smtp: value.SMTP_URL ?? null,
    /** The sender of mails. Without a name of its own it has the name of the hut. */
    mailFrom: value.MAIL_FROM ?? { address: `no-reply@${mailDomain(value.APP_URL)}` },
    /** The provider of single sign-on; null without one. */
    oidc: oidcSettings(value),
    /** Whether reminders are sent as push messages. */
    push: value.PUSH === 'on',
    /** The contact for push services; null for `APP_URL` or the sender of mails. */
    pushSubject: value.PUSH_SUBJECT ?? null,
    admin:
      value.ADMIN_EMAIL && value.ADMIN_PASSWORD ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD } : null,
    logLevel: value.LOG_LEVEL,
    /** Whether log lines contain client addresses. */
    logAddresses: value.LOG_ADDRESSES === 'on',
    /** The trusted proxies, separated by commas; false for none. */
    trustProxy: value.TRUST_PROXY ?? (false as const),
    metricsToken: value.METRICS_TOKEN ?? null,
    /** Within ten minutes. */
    registrationsPerAddress: value.REGISTRATIONS_PER_ADDRESS,
    rateLimits: value.RATE_LIMITS === 'on',
    /** Vite serves the pages with hot reload. */
    development: value.NODE_ENV === 'development',
    /** The first start creates demo people. */
    demo: value.DEMO === '1',
    /** How people pay. With `off` every use is free (D-147). */
    payments: paymentsOf(value, stripe !== null),
    /** Where people find the source of this version; null when it is not set. */
    sourceUrl: value.SOURCE_URL ?? null,
    /** The keys of the payment provider; null with the sandbox or without payments. */
    stripe,
    /** The S3 store for uploaded pictures; null for `DATA_DIR`. */
    s3: s3Settings(value, 'S3'),
    backups: {
      /** When the app makes its daily backup, in minutes since midnight UTC; null when it makes none. */
      at:
        value.BACKUP_AT === 'off' ? null : Number(value.BACKUP_AT.slice(0, 2)) * 60 + Number(value.BACKUP_AT.slice(3)),
      /** How many daily backups stay. */
      keep: value.BACKUP_KEEP,
      /** Encrypts backups; null to leave them readable. */
      passphrase: value.BACKUP_PASSPHRASE ?? null,
      /** A bucket that gets a copy of each daily backup. */
      s3: s3Settings(value, 'BACKUP_S3')
    },
    perPage: 10
  }
}

function fixedSettings(value: z.output<typeof settings>): Partial<HutSettings> {
  return {
    ...(value.APP_NAME === undefined ? {} : { name: value.APP_NAME }),
    ...(value.CONTACT === undefined ? {} : { contact: value.CONTACT }),
    ...(value.REDEEM_LIMIT === undefined ? {} : { redeem_limit: value.REDEEM_LIMIT }),
    ...(value.REGISTRATION === undefined ? {} : { registration: value.REGISTRATION }),
    ...(value.PAYMENTS === undefined ? {} : { payments: value.PAYMENTS === 'off' ? ('off' as const) : ('on' as const) })
  }
}

function paymentsOf({ PAYMENTS }: z.output<typeof settings>, hasKeys: boolean): Payments {
  if (!hasKeys && PAYMENTS === 'stripe') {
    throw new OperatorError('Wrong setting: PAYMENTS: stripe needs STRIPE_SECRET_KEY')
  }
  if (!hasKeys) return PAYMENTS ?? 'sandbox'
  if (PAYMENTS === undefined || PAYMENTS === 'stripe') return 'stripe'
  throw new OperatorError(
    `Wrong setting: PAYMENTS: ${PAYMENTS} does not go with STRIPE_SECRET_KEY; set PAYMENTS=stripe, or remove the keys`
  )
}

/**
 * Requires a decision about payments when others can reach the app and no keys are set. In the sandbox everyone would
 * get tokens for free (D-147).
 * @param chosen the setting, if there is one
 */
export function requirePaymentsChoice({ stripe, host, appUrl }: Config, chosen: string | undefined): void {
  const isLocal = isLoopback(host) && (appUrl === null || isLoopback(new URL(appUrl).hostname))
  if (stripe || chosen?.trim() || isLocal) return
  throw new OperatorError(
    'Wrong setting: PAYMENTS: others can reach this hut, and no STRIPE_SECRET_KEY is set; ' +
      'set PAYMENTS=off (everything is free) or PAYMENTS=sandbox (people pay with test cards, and no money moves)'
  )
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/**
 * Returns the keys if all are set, and null if none is. All must be of the same kind, because test keys move no money.
 */
function stripeKeys(value: z.output<typeof settings>) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret
  } = value
  if (!secretKey && !publishableKey && !webhookSecret) return null
  if (!secretKey || !publishableKey || !webhookSecret) {
    throw new OperatorError(
      'Wrong setting: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together'
    )
  }
  if (secretKey.split('_')[1] !== publishableKey.split('_')[1]) {
    throw new OperatorError(
      'Wrong setting: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test or both be live keys'
    )
  }
  return { secretKey, publishableKey, webhookSecret, address: value.STRIPE_API ?? null }
}

/** Returns the settings of single sign-on, and null if none is set. */
function oidcSettings(value: z.output<typeof settings>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = value
  if (!issuer && !clientId && !clientSecret) {
    if (value.OIDC_ONLY === 'off' && !value.OIDC_ADMIN_GROUP) return null
    throw new OperatorError('Wrong setting: OIDC_ONLY and OIDC_ADMIN_GROUP need OIDC_ISSUER')
  }
  if (!issuer || !clientId || !clientSecret) {
    throw new OperatorError('Wrong setting: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together')
  }
  if (!value.APP_URL) {
    throw new OperatorError('Wrong setting: OIDC_ISSUER needs APP_URL, to which the provider sends people back')
  }
  return {
    issuer,
    clientId,
    clientSecret,
    /** The name of the provider on the button. */
    name: value.OIDC_NAME ?? new URL(issuer).hostname,
    /** The group whose members are admins; null to keep roles as they are. */
    adminGroup: value.OIDC_ADMIN_GROUP ?? null,
    /** Whether there are no passwords. */
    only: value.OIDC_ONLY === 'on'
  }
}

/**
 * Returns the settings if all are set, and null if none is. The region has a default, because most stores have only
 * one.
 */
function s3Settings(value: z.output<typeof settings>, prefix: 'S3' | 'BACKUP_S3') {
  const endpoint = value[`${prefix}_ENDPOINT`]
  const bucket = value[`${prefix}_BUCKET`]
  const accessKeyId = value[`${prefix}_ACCESS_KEY_ID`]
  const secretAccessKey = value[`${prefix}_SECRET_ACCESS_KEY`]
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return null
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const [first, ...others] = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map(
      name => `${prefix}_${name}`
    )
    const last = others.pop()
    throw new OperatorError(`Wrong setting: ${[first, ...others].join(', ')} and ${last} go together`)
  }
  return { endpoint, region: value[`${prefix}_REGION`], bucket, accessKeyId, secretAccessKey }
}

function isContact(value: string): boolean {
  return z.regexes.html5Email.test(value) || /^https?:\/\/[^\s]+$/.test(value)
}

/** Whether an address can be that of a provider. Without https it must be on this machine. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, search, hash, username } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && search === '' && hash === '' && username === ''
}

/** Whether an address has no path. The pages live at the root, so a path would not work. */
function isBare(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { origin, href } = new URL(value)
  return href === `${origin}/`
}

/**
 * Whether an address is valid for `pg`. For `URL` an address without a host is invalid, but `pg` accepts it for Unix
 * sockets.
 */
function isDatabase(value: string): boolean {
  const whole = value.replace('@/', '@localhost/')
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(whole)) return false
  const { hostname, pathname, username, password } = new URL(whole)
  if (hostname === '' && pathname.length < 2) return false
  return [pathname, username, password].every(part => !/%(?![\da-f]{2})/i.test(part))
}

/**
 * Whether an address is valid for a mail server. A query is refused, because it could change the connection or log
 * mails.
 */
function isServer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { hostname, pathname, search, hash, username, password } = new URL(value)
  const isWhole = Boolean(username) === Boolean(password)
  return hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === '' && isWhole
}

/** Splits `Name <address>`, or an address alone. */
function senderOf(text: string): (Partial<Sender> & Pick<Sender, 'address'>) | null {
  const [, name, named] = /^(.*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = (named ?? text).trim()
  if (!z.regexes.html5Email.test(address) || hasControls(name ?? '')) return null
  const bare = name?.trim().replace(/^"(.*)"$/, '$1')
  return { address, ...(bare ? { name: bare } : {}) }
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

/**
 * The domain of the default sender. Without a domain name it is `localhost`. Such an app cannot receive mail, but can
 * write mails to files.
 */
function mailDomain(appUrl: string | undefined): string {
  const host = appUrl ? new URL(appUrl).hostname : 'localhost'
  return isIP(host) === 0 && !host.startsWith('[') ? host : 'localhost'
}

/**
 * Whether a part of TRUST_PROXY is valid. A range of all addresses is refused, because then each client could choose
 * its own address.
 */
function isProxy(part: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true
  const [host = '', bits, ...rest] = part.split('/')
  const longest = isIP(host) === 6 ? 128 : 32
  if (isIP(host) === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest)
}
