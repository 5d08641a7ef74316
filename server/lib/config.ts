/** The settings of the environment, read once; a wrong value stops the start with one line that names it. */
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const address = z.url().transform(value => value.replace(/\/$/, ''))
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.optional())

const settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_URL: optional(address),
  APP_NAME: z.string().min(1).max(60).default('Challenge Hut'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform(path => (isAbsolute(path) ? path : resolve(path))),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(z.string().min(8).max(200)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: optional(z.string()),
  METRICS_TOKEN: optional(z.string().min(16)),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  NODE_ENV: z.string().default('production'),
  DEMO: z.enum(['0', '1']).default('0')
})

export interface Config {
  port: number
  host: string
  /** Where people reach the app, without a slash at the end; from the address it listens on when not set. */
  appUrl: string | null
  appName: string
  dataDir: string
  databaseUrl: string | null
  admin: { email: string; password: string } | null
  logLevel: string
  trustProxy: boolean | string
  metricsToken: string | null
  rateLimits: boolean
  /** Vite serves the page with hot reload. */
  development: boolean
  /** Demo people are made at the first start. */
  demo: boolean
  perPage: number
}

export class WrongSetting extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = settings.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
    throw new WrongSetting(`Wrong setting: ${lines.join('; ')}`)
  }
  const value = parsed.data
  if (Boolean(value.ADMIN_EMAIL) !== Boolean(value.ADMIN_PASSWORD)) {
    throw new WrongSetting('Wrong setting: ADMIN_EMAIL and ADMIN_PASSWORD go together')
  }
  return {
    port: value.PORT,
    host: value.HOST,
    appUrl: value.APP_URL ?? null,
    appName: value.APP_NAME,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    admin:
      value.ADMIN_EMAIL && value.ADMIN_PASSWORD ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD } : null,
    logLevel: value.LOG_LEVEL,
    trustProxy: trustProxy(value.TRUST_PROXY),
    metricsToken: value.METRICS_TOKEN ?? null,
    rateLimits: value.RATE_LIMITS === 'on',
    development: value.NODE_ENV === 'development',
    demo: value.DEMO === '1',
    perPage: 10
  }
}

function trustProxy(value: string | undefined): boolean | string {
  if (value === undefined || value === 'false' || value === '0') return false
  return value === 'true' || value === '1' ? true : value
}
