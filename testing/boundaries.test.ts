/**
 * Proves each rule between layers and features with a planted violation. Otherwise nobody would notice a misspelled
 * rule, or a rule that a new version of the linter interprets differently. One run of the linter checks all violations.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Plant {
  rule: string
  file: string
  code: string
}

const IMPORTS = 'lint/style/noRestrictedImports'
const NODE = 'lint/correctness/noNodejsModules'
const GLOBALS = 'lint/style/noRestrictedGlobals'
const CYCLE = 'lint/suspicious/noImportCycles'
/** Our own rules in testing/lint. */
const PLUGIN = 'plugin'

const imports = (from: string) => `import { x } from '${from}'\nexport const y = x\n`
const reads = (expression: string) => `export const read = () => ${expression}\n`
const waits = (expression: string) => `export const read = async () => ${expression}\n`
const binds = (statement: string) => `export function bindAll() {\n  ${statement}\n}\n`

const PLANTS: Plant[] = [
  { rule: IMPORTS, file: 'domain/goals/a.ts', code: imports('../../server/goals/goals.ts') },
  { rule: IMPORTS, file: 'domain/goals/b.ts', code: imports('../../client/goals/goals.ts') },
  { rule: IMPORTS, file: 'domain/goals/c.ts', code: imports('../../testing/world.ts') },
  {
    rule: IMPORTS,
    file: 'domain/goals/d.ts',
    code: "import type { X } from '../../server/app.ts'\nexport type Y = X\n"
  },
  { rule: IMPORTS, file: 'domain/goals/e.ts', code: "export { x } from '../../server/goals/goals.ts'\n" },
  { rule: IMPORTS, file: 'domain/goals/f.ts', code: reads("import('../../server/goals/goals.ts')") },
  { rule: IMPORTS, file: 'domain/goals/g.ts', code: imports('react') },
  { rule: IMPORTS, file: 'domain/goals/h.ts', code: imports('fastify') },
  { rule: IMPORTS, file: 'domain/goals/i.ts', code: imports('pg') },
  { rule: IMPORTS, file: 'domain/goals/j.ts', code: imports('zod') },
  { rule: NODE, file: 'domain/goals/k.ts', code: imports('node:crypto') },
  { rule: NODE, file: 'domain/goals/l.ts', code: imports('crypto') },
  { rule: IMPORTS, file: 'domain/goals/m.test.ts', code: imports('../../testing/world.ts') },
  { rule: PLUGIN, file: 'domain/goals/n.ts', code: reads('Date.now()') },
  { rule: PLUGIN, file: 'domain/goals/o.ts', code: reads('new Date()') },
  { rule: PLUGIN, file: 'domain/goals/p.ts', code: 'export const now = Date.now\n' },
  { rule: PLUGIN, file: 'domain/goals/q.ts', code: reads('Math.random()') },
  { rule: GLOBALS, file: 'domain/goals/r.ts', code: reads('crypto.randomUUID()') },
  { rule: GLOBALS, file: 'domain/goals/s.ts', code: reads('performance.now()') },
  { rule: IMPORTS, file: 'domain/goals/t.ts', code: imports('../../sandbox/cards.ts') },
  { rule: IMPORTS, file: 'domain/goals/u.test.ts', code: imports('../../sandbox/cards.ts') },

  { rule: IMPORTS, file: 'client/goals/a.ts', code: imports('../../server/goals/goals.ts') },
  { rule: IMPORTS, file: 'client/goals/b.tsx', code: imports('../../server/lib/config.ts') },
  { rule: IMPORTS, file: 'client/goals/c.ts', code: imports('../../testing/world.ts') },
  { rule: IMPORTS, file: 'client/goals/d.ts', code: imports('fastify') },
  { rule: NODE, file: 'client/goals/e.ts', code: imports('node:fs') },
  { rule: GLOBALS, file: 'client/goals/g.ts', code: reads('new Intl.DateTimeFormat()') },
  { rule: IMPORTS, file: 'client/goals/f.test.tsx', code: imports('../../server/goals/goals.ts') },
  { rule: IMPORTS, file: 'client/goals/m.ts', code: imports('../../sandbox/cards.ts') },
  { rule: IMPORTS, file: 'client/goals/n.test.tsx', code: imports('../../sandbox/cards.ts') },

  { rule: PLUGIN, file: 'server/v.ts', code: imports('../sandbox/server.ts') },
  { rule: PLUGIN, file: 'server/billing/v.ts', code: reads("import('../../sandbox/server.ts')") },
  { rule: IMPORTS, file: 'sandbox/a.ts', code: imports('../server/billing/provider.ts') },
  { rule: IMPORTS, file: 'sandbox/b.ts', code: imports('../server/app.ts') },
  { rule: IMPORTS, file: 'sandbox/c.ts', code: imports('../client/goals/goals.ts') },
  { rule: IMPORTS, file: 'sandbox/d.ts', code: imports('../testing/world.ts') },
  { rule: PLUGIN, file: 'sandbox/e.ts', code: imports('drizzle-orm') },
  { rule: PLUGIN, file: 'sandbox/f.ts', code: reads('Date.now()') },

  { rule: IMPORTS, file: 'server/goals/a.ts', code: imports('../../client/goals/goals.ts') },
  { rule: IMPORTS, file: 'server/goals/b.ts', code: imports('../../testing/world.ts') },
  { rule: IMPORTS, file: 'server/goals/c.ts', code: imports('react') },
  { rule: IMPORTS, file: 'server/goals/d.test.ts', code: imports('../../client/goals/goals.ts') },
  { rule: PLUGIN, file: 'server/goals/e.ts', code: imports('../tokens/routes.ts') },
  { rule: PLUGIN, file: 'server/goals/f.ts', code: imports('../tokens/queries.ts') },
  { rule: PLUGIN, file: 'server/goals/h.ts', code: imports('../realtime/routes.ts') },
  { rule: PLUGIN, file: 'server/goals/i.ts', code: reads("import('../tokens/queries.ts')") },
  { rule: PLUGIN, file: 'server/seed/j.ts', code: imports('../../tokens/queries.ts') },
  { rule: IMPORTS, file: 'server/k.ts', code: imports('./tokens/queries.ts') },
  { rule: PLUGIN, file: 'server/goals/l.ts', code: reads('Date.now()') },
  { rule: PLUGIN, file: 'server/goals/m.ts', code: reads('new Date()') },

  { rule: PLUGIN, file: 'server/goals/q.ts', code: reads("new URL('./x.sql', import.meta.url).pathname") },
  { rule: PLUGIN, file: 'scripts/a.mjs', code: reads('new URL(import.meta.url).pathname') },
  { rule: PLUGIN, file: 'bench/a.ts', code: reads("new URL('../x', import.meta.url).pathname") },

  { rule: PLUGIN, file: 'client/sessions/a.ts', code: reads('(clock: { status: number }) => clock.status === 1') },
  { rule: PLUGIN, file: 'server/goals/status.ts', code: reads('(status: number) => status !== 2') },
  { rule: PLUGIN, file: 'server/goals/titles-a.test.ts', code: `test('${'long '.repeat(21)}', () => {})\n` },
  { rule: PLUGIN, file: 'server/goals/titles-b.test.ts', code: "test('GOAL-41 names an id', () => {})\n" },
  {
    rule: PLUGIN,
    file: 'client/goals/titles.test.tsx',
    code: "test.each([1])('D-41 %i', { tags: 'D-41' }, () => {})\n"
  },
  { rule: PLUGIN, file: 'server/goals/r.ts', code: binds('bind(app, deps, { ...storeGoal, path }, handler)') },
  {
    rule: PLUGIN,
    file: 'server/goals/s.ts',
    code: binds('bindSignedIn(app, deps, { ...storeGoal, body: b }, handler)')
  },
  {
    rule: PLUGIN,
    file: 'server/goals/t.ts',
    code: binds('bindSignedIn(app, deps, { ...storeGoal }, async asked => store(asked))')
  },
  { rule: PLUGIN, file: 'server/goals/u.ts', code: binds('bindPayment(app, deps, { ...pay, path }, handler)') },
  { rule: PLUGIN, file: 'client/goals/h.ts', code: reads('call(storeGoal, { body: goal as never })') },
  { rule: PLUGIN, file: 'client/goals/i.ts', code: reads('call(storeGoal, { body: goal }) as Promise<Goal>') },
  { rule: PLUGIN, file: 'client/goals/j.ts', code: waits('(await call(storeGoal, { body: goal })) as Goal') },
  { rule: PLUGIN, file: 'client/goals/k.ts', code: waits('(await readPage(goalPage, {})).logs as Log[]') },
  { rule: PLUGIN, file: 'client/goals/l.ts', code: waits("(await request('GET', '/api/my/goals')) as Goals") },

  { rule: PLUGIN, file: 'server/goals/n.ts', code: imports('drizzle-orm') },
  { rule: PLUGIN, file: 'server/goals/o.ts', code: imports('drizzle-orm/pg-core') },
  { rule: PLUGIN, file: 'server/goals/p.ts', code: imports('../db/schema/goals.ts') },

  { rule: CYCLE, file: 'server/lib/a.ts', code: "import { b } from './b.ts'\nexport const a = () => b()\n" },
  { rule: CYCLE, file: 'server/lib/b.ts', code: "import { a } from './a.ts'\nexport const b = (): unknown => a()\n" },
  {
    rule: 'lint/nursery/noFloatingPromises',
    file: 'server/lib/c.ts',
    code: 'async function save() {}\nexport function stop() {\n  save()\n}\n'
  },
  {
    rule: 'lint/nursery/useExhaustiveSwitchCases',
    file: 'domain/lib/a.ts',
    code: "export function say(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n}\n"
  },
  { rule: 'lint/correctness/useImportExtensions', file: 'domain/lib/b.ts', code: imports('./clean') },
  { rule: 'lint/correctness/noUnusedImports', file: 'domain/lib/c.ts', code: "import { x } from './clean.ts'\n" },
  { rule: 'lint/correctness/noUnusedVariables', file: 'domain/lib/d.ts', code: 'const x = 1\n' },
  { rule: 'lint/suspicious/noExplicitAny', file: 'domain/lib/e.ts', code: 'export let x: any\n' },
  { rule: 'lint/suspicious/noFocusedTests', file: 'domain/lib/f.test.ts', code: "it.only('x', () => {})\n" },
  { rule: 'lint/suspicious/noSkippedTests', file: 'domain/lib/g.test.ts', code: "it.skip('x', () => {})\n" },
  { rule: 'lint/correctness/noUndeclaredDependencies', file: 'server/lib/d.ts', code: imports('left-pad') },
  { rule: 'lint/style/noDefaultExport', file: 'domain/lib/h.ts', code: 'export default 1\n' },
  { rule: 'lint/performance/noBarrelFile', file: 'domain/lib/i.ts', code: "export { x } from './clean.ts'\n" }
]

/** Code that the rules must allow. */
const CLEAN: Omit<Plant, 'rule'>[] = [
  { file: 'domain/lib/clean.ts', code: "import * as z from 'zod/mini'\n\nexport const x = z.string()\n" },
  { file: 'domain/goals/clean.ts', code: imports('../lib/clean.ts') },
  { file: 'domain/goals/clean-date.ts', code: 'export const day = (now: number) => new Date(now).toISOString()\n' },
  { file: 'domain/goals/clean.test.ts', code: imports('vitest') },
  { file: 'client/goals/clean.ts', code: imports('../../domain/lib/clean.ts') },
  { file: 'client/goals/clean-clock.ts', code: reads('Date.now()') },
  { file: 'client/goals/clean-call.ts', code: reads("call(storeGoal, { body: { kind: 'a' as const } })") },
  { file: 'server/goals/clean-bind.ts', code: binds('bindSignedIn(app, deps, storeGoal, () => ({ ...NO_ERROR }))') },
  { file: 'client/goals/clean.test.tsx', code: imports('../../testing/world.ts') },
  { file: 'server/goals/clean.ts', code: imports('../../domain/lib/clean.ts') },
  { file: 'server/goals/clean-feature.ts', code: imports('../tokens/ledger-rows.ts') },
  { file: 'server/goals/clean-own.ts', code: imports('./queries.ts') },
  { file: 'server/goals/clean-idea.ts', code: imports('../progress/log-rows.ts') },
  { file: 'server/goals/queries.ts', code: imports('drizzle-orm') },
  { file: 'server/progress/goal-rows.ts', code: imports('../db/schema/goals.ts') },
  { file: 'server/progress/totals.ts', code: imports('drizzle-orm') },
  { file: 'server/goals/clean-sql.test.ts', code: imports('../db/schema/goals.ts') },
  { file: 'server/goals/clean-lib.ts', code: imports('../lib/config.ts') },
  { file: 'server/goals/clean-realtime.ts', code: imports('../realtime/hub.ts') },
  { file: 'server/goals/clean.test.ts', code: imports('../../testing/world.ts') },
  { file: 'server/goals/clean-clock.test.ts', code: reads('Date.now()') },
  { file: 'server/app.ts', code: imports('./goals/routes.ts') },
  { file: 'server/billing/provider.ts', code: reads("import('../../sandbox/server.ts')") },
  { file: 'server/billing/clean.test.ts', code: imports('../../sandbox/server.ts') },
  { file: 'sandbox/clean.ts', code: imports('../domain/lib/clean.ts') },
  { file: 'sandbox/clean-db.ts', code: imports('../server/db/database.ts') },
  { file: 'sandbox/clean-lib.ts', code: imports('../server/lib/clock.ts') },
  { file: 'sandbox/object-rows.ts', code: imports('../server/db/schema/goals.ts') },
  { file: 'sandbox/clean.test.ts', code: imports('../testing/world.ts') },
  { file: 'server/main.ts', code: reads('Date.now()') },
  { file: 'testing/world.ts', code: imports('../server/goals/queries.ts') },
  { file: 'e2e/clean.ts', code: imports('../server/goals/queries.ts') },
  { file: 'server/lib/clean-path.ts', code: reads("new URL('https://hut.example.org/a').pathname") },
  { file: 'bench/clean.ts', code: imports('../client/goals/clean.ts') }
]

const root = resolve(import.meta.dirname, '..')
let deps: string
/** The broken rules, by file. */
let found: Map<string, Set<string>>

beforeAll(async () => {
  deps = await mkdtemp(join(tmpdir(), 'boundaries-'))
  for (const path of ['biome.json', 'package.json', '.gitignore', 'testing/lint']) {
    await cp(join(root, path), join(deps, path), { recursive: true })
  }
  for (const { file, code } of [...PLANTS, ...CLEAN]) {
    await mkdir(dirname(join(deps, file)), { recursive: true })
    await writeFile(join(deps, file), code)
  }
  found = await lint(deps)
}, 20_000)

afterAll(() => rm(deps, { recursive: true }))

describe('each planted violation is reported', () => {
  it.each(PLANTS)('$file: $rule', ({ rule, file }) => {
    expect([...(found.get(file) ?? [])]).toContain(rule)
  })
})

describe('allowed code passes', () => {
  it.each(CLEAN)('$file', ({ file }) => {
    expect([...(found.get(file) ?? [])]).toEqual([])
  })
})

async function lint(folder: string): Promise<Map<string, Set<string>>> {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const report = await new Promise<string>(done => {
    // It ends with an error, because there are violations. Only its report matters.
    execFile(
      process.execPath,
      [biome, 'lint', '--reporter=json', '--max-diagnostics=none'],
      { cwd: folder, maxBuffer: 10_000_000 },
      (_error, stdout) => done(stdout)
    )
  })
  const rules = new Map<string, Set<string>>()
  for (const { category, location } of JSON.parse(report).diagnostics) {
    const file = location.path.replaceAll('\\', '/')
    rules.set(file, (rules.get(file) ?? new Set()).add(category))
  }
  return rules
}
