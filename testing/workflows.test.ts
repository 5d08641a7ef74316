/**
 * Tests the files that GitHub reads. The linter on npm is older than parts of the syntax in use, so this holds them to
 * the keys that GitHub documents.
 */
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { verdictOf } from '../scripts/lib/verdict.mjs'

const root = new URL('../', import.meta.url)
// The parser comes with a package of the server.
const { parse } = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'))('yaml')
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const filesIn = async (folder: string) => (await readdir(new URL(folder, root))).map(name => `${folder}/${name}`)

const text = z.string().min(1)
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const permissions = z.partialRecord(z.enum(['contents', 'packages', 'id-token']), z.enum(['read', 'write', 'none']))
const step = z.strictObject({
  name: text.optional(),
  id: text.optional(),
  if: text.optional(),
  env: values.optional(),
  // An action with a version.
  uses: z
    .string()
    .regex(/^[\w-]+\/[\w-]+@v\d+$/)
    .optional(),
  with: values.optional(),
  run: text.optional()
})
const job = z.strictObject({
  needs: text.optional(),
  if: text.optional(),
  strategy: z.strictObject({ matrix: z.strictObject({ include: z.array(values) }) }).optional(),
  'runs-on': text,
  'timeout-minutes': z.int().max(60),
  permissions: permissions.optional(),
  steps: z.array(step.refine(({ uses, run }) => (uses === undefined) !== (run === undefined))).min(1)
})
const workflow = z.strictObject({
  name: text,
  on: z.partialRecord(z.enum(['push', 'pull_request', 'workflow_dispatch']), z.unknown().nullable()),
  permissions,
  concurrency: z.strictObject({ group: text, 'cancel-in-progress': z.union([z.string(), z.boolean()]) }),
  jobs: z.record(z.string().regex(/^[\w-]+$/), job)
})
const field = z.strictObject({
  type: z.enum(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']),
  id: text.optional(),
  attributes: z.record(z.string(), z.unknown()),
  validations: z.strictObject({ required: z.boolean() }).optional()
})
const form = z.strictObject({ name: text, description: text, labels: z.array(text), body: z.array(field).min(1) })

const WORKFLOWS = await filesIn('.github/workflows')
const FORMS = (await filesIn('.github/ISSUE_TEMPLATE')).filter(path => !path.endsWith('config.yml'))

test.each(WORKFLOWS)('%s has only keys that GitHub knows, and needs only jobs of its own', async path => {
  const { jobs } = workflow.parse(parse(await read(path)))
  for (const { needs } of Object.values(jobs)) if (needs !== undefined) expect(Object.keys(jobs)).toContain(needs)
})

test.each(WORKFLOWS)('each expression in %s names a known context, and none is pasted into a script', async path => {
  const source = await read(path)
  const opened = source.match(/\$\{\{/g)?.length ?? 0
  const expressions = [...source.matchAll(/\$\{\{ (.+?) \}\}/g)].map(([, expression = '']) => expression)
  expect(expressions).toHaveLength(opened)
  const known = /^!?(startsWith\()?(github|matrix|vars|secrets|steps|runner)\.[\w.-]+/
  expect(expressions.filter(expression => !known.test(expression))).toEqual([])
  // Names of branches are words of strangers.
  const { jobs } = workflow.parse(parse(source))
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run))
  expect(scripts.filter(script => script.includes('${{'))).toEqual([])
})

test('the workflow builds the image for amd64 and arm64, and runs only scripts that exist', async () => {
  const { jobs } = workflow.parse(parse(await read('.github/workflows/images.yml')))
  const platforms = jobs.image?.strategy?.matrix.include.map(({ platform }) => platform)
  expect(platforms).toEqual(['linux/amd64', 'linux/arm64'])
  const { scripts } = JSON.parse(await read('package.json'))
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run))
  const called = lines.flatMap(run => [...run.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name))
  expect(called.length).toBeGreaterThan(0)
  expect(called.filter(name => !(name in scripts))).toEqual([])
})

test.each(FORMS)('%s is a form with an id for each field', async path => {
  const { body } = form.parse(parse(await read(path)))
  const ids = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
  expect(ids).not.toContain(undefined)
  expect(new Set(ids).size).toBe(ids.length)
})

const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities })

test.each([
  ['', false, 'Vulnerabilities could not be looked up.'],
  [
    '{"message":"405 Method Not Allowed\\nmore"}',
    false,
    'Vulnerabilities could not be looked up: 405 Method Not Allowed'
  ],
  ['{"error":{"summary":"no network"}}', false, 'Vulnerabilities could not be looked up: no network'],
  [report({}), false, 'No package of the server has a known vulnerability.'],
  [report({ a: { name: 'a', severity: 'low', range: '<2' } }), false, 'low: a <2'],
  [report({ a: { name: 'a', severity: 'high', range: '<2' } }), true, 'high: a <2']
])('the answer %j of npm audit is serious: %s', (answer, isSerious, line) => {
  expect(verdictOf(answer)).toEqual({ lines: [line], isSerious })
})
