/** Tests the first start on a machine: an old Node, an incomplete install, no network, and a folder with any name. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { isBinaryForHere } from '../scripts/lib/install.mjs'
import { hashOfSources } from '../scripts/lib/page.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const root = resolve(import.meta.dirname, '..')
const CHECK_NODE = 'scripts/lib/check-node.cjs'

async function readJson(file: string) {
  return JSON.parse(await readFile(join(root, file), 'utf8'))
}

/** The line that the check prints under this Node; undefined if the Node passes. */
async function complaintUnder(version: string): Promise<string | undefined> {
  const lines: string[] = []
  const exit = (code: number) => lines.push(`exit ${code}`)
  runInNewContext(await readFile(join(root, CHECK_NODE), 'utf8'), {
    process: { versions: { node: version }, exit },
    console: { error: (line: string) => lines.push(line) }
  })
  if (lines.length === 0) return undefined
  expect(lines).toEqual([expect.any(String), 'exit 1'])
  return lines[0]
}

test('an old Node gets one line with instructions', async () => {
  for (const version of ['0.10.48', '14.21.3', '18.20.8', '20.18.3', '21.7.3', '22.11.0']) {
    expect(await complaintUnder(version)).toMatch(
      new RegExp(
        `^Challenge Hut needs Node 20\\.19, 22\\.12 or later, and this is Node ${version}: install .+again\\.$`
      )
    )
  }
  for (const version of ['20.19.0', '22.12.0', '23.0.0', '24.21.0', '100.0.0']) {
    expect(await complaintUnder(version)).toBeUndefined()
  }
})

test('every script checks the version of Node before it loads anything', async () => {
  const { scripts } = await readJson('package.json')
  for (const command of Object.values(scripts)) expect(command).toMatch(new RegExp(`^node -r \\./${CHECK_NODE} `))
  // An old Node has to run it to the end.
  expect(await readFile(join(root, CHECK_NODE), 'utf8')).not.toMatch(/=>|`\$\{|\b(const|let|import|class)\b[^*]*$/m)
})

async function runScript(file: string, arg: string) {
  const child = spawn(process.execPath, [file, arg], { cwd: root })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return [code, out + err]
}

test('each script prints its usage', async () => {
  const { scripts } = await readJson('package.json')
  // server/lib/command.test.ts covers the commands for operators.
  const files = Object.entries(scripts as Record<string, string>)
    .filter(([, command]) => !command.includes('scripts/command.mjs'))
    .map(([name, command]) => [name, command.split(' ').at(-1) as string] as const)
  expect(files.map(([name]) => name)).toEqual([
    ...[
      'start',
      'test',
      'dev',
      'check',
      'bench',
      'soak',
      'kills',
      'simulate',
      'fuzz',
      'mutate',
      'shots',
      'vulnerabilities',
      'release'
    ]
  ])
  for (const [name, file] of files) {
    const usage = new RegExp(`^Usage: npm (run )?${name}( \\[.+)?\n\n(.+\\.\n){1,3}$`)
    expect(await runScript(file, '--help')).toEqual([0, expect.stringMatching(usage)])
  }
})

test.each([
  'scripts/start.mjs',
  'scripts/dev.mjs',
  'scripts/check.mjs',
  'soak/main.ts',
  'fuzz/main.ts',
  'testing/mutate/main.ts',
  'e2e/shots.ts'
])('%s refuses arguments', async file => {
  expect(await runScript(file, '--port=80')).toEqual([
    2,
    expect.stringMatching(/^There is no argument --port=80\. Usage: npm .+\n$/)
  ])
})

interface Binary {
  optional?: true
  os?: string[]
  cpu?: string[]
  engines?: { node: string }
}

/** npm skips an optional package whose `engines` exclude the running Node. */
test('each supported Node gets the binaries of every package', async () => {
  const { packages } = await readJson('package-lock.json')
  const wanted = Object.values(packages as Record<string, Binary>)
    .filter(({ optional, os, cpu }) => optional && os && cpu?.some(name => ['x64', 'arm64'].includes(name)))
    .map(({ engines }) => engines?.node ?? '>=0')
  expect(wanted.length).toBeGreaterThan(50)
  for (const range of new Set(wanted)) {
    for (const version of ['20.19.0', '22.12.0', '23.0.0', '24.0.0'])
      expect([range, fits(version, range)]).toEqual([range, true])
  }
  expect(wanted.some(range => !fits('20.18.3', range))).toBe(true)
})

/** Supports only the range formats in the lock file. */
function fits(version: string, range: string): boolean {
  const order = (text: string) => text.split('.').reduce((sum, part, nth) => sum + Number(part) * 1000 ** (2 - nth), 0)
  return range.split('||').some(part => {
    const [, sign, least = ''] = /^\s*(\^|>=|)\s*([\d.]+)\s*$/.exec(part) ?? []
    const isSameMajor = version.split('.')[0] === least.split('.')[0]
    return order(version) >= order(least) && (sign === '>=' || isSameMajor)
  })
}

/** A copy of the scripts beside a fake npm that prints its arguments, and npm's record of installed packages. */
async function withNpm(npm: string, installed: (path: string) => boolean) {
  const folder = await temporaryFolder()
  await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  const { packages } = await readJson('package-lock.json')
  const present = Object.fromEntries(Object.entries(packages).filter(([path]) => installed(path)))
  await mkdir(join(folder, 'node_modules/node/bin'), { recursive: true })
  await writeFile(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }))
  await writeFile(join(folder, 'node_modules/node/bin/node'), '')
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/npm'), `#!/bin/sh\necho "npm $*" >> "${folder}/asked"\n${npm}\n`)
  await chmod(join(folder, 'bin/npm'), 0o755)
  const env = { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) }
  const child = spawn(process.execPath, ['scripts/run.mjs', '--eval', 'console.log("runs")'], { cwd: folder, env })
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  const asked = await readFile(join(folder, 'asked'), 'utf8').catch(() => '')
  return { code, printed: out + err, asked: asked.split('\n').filter(Boolean) }
}

const isLibc = process.platform === 'linux' ? /musl/ : /^$/
const isForeign = (path: string): boolean =>
  /darwin|win32|windows|arm|ppc64|s390x|riscv|ia32|freebsd/.test(path) || isLibc.test(path)

test('packages that npm skipped under an old Node are installed later', async () => {
  const whole = await withNpm('', path => !isForeign(path))
  expect(whole).toMatchObject({ code: 0, printed: 'runs\n', asked: [] })
  const { packages } = await readJson('package-lock.json')
  const binary = Object.keys(packages).find(
    path => path.includes('@rolldown/binding') && isBinaryForHere(packages[path])
  )
  expect(binary).toBeDefined()
  const partly = await withNpm('', path => !isForeign(path) && path !== binary)
  expect(partly).toMatchObject({ code: 0, printed: 'Installing the dependencies ...\nruns\n' })
  expect(partly.asked).toEqual([
    expect.stringMatching(/^npm ping /),
    // Hides the warnings that npm prints for every Node but the newest one.
    expect.stringMatching(/^npm ci --include=dev .*--loglevel=error$/)
  ])
})

test('without a network one line says so, unless npm has everything in its cache', async () => {
  const away =
    'case "$1" in ping) echo "npm notice PING https://registry.example.org/" >&2; echo "npm error code EAI_AGAIN" >&2; exit 1;; esac'
  const { code, printed, asked } = await withNpm(`${away}\nexit 1`, () => false)
  expect([code, printed]).toEqual([
    1,
    'Installing the dependencies ...\n' +
      'No network: https://registry.example.org/ cannot be reached (EAI_AGAIN). ' +
      'Connect this machine (behind a proxy, set HTTPS_PROXY), then run the same command again.\n'
  ])
  expect(asked.at(-1)).toMatch(/ --offline$/)
  expect(await withNpm(away, () => false)).toMatchObject({
    code: 0,
    printed: 'Installing the dependencies ...\nruns\n'
  })
})

test('an error of the registry is not reported as a missing network', async () => {
  const refuses = 'case "$1" in ping) echo "npm error code E404" >&2; exit 1;; esac'
  const { code, asked } = await withNpm(refuses, () => false)
  expect([code, asked.length]).toEqual([0, 2])
  expect(asked[1]).not.toContain('--offline')
})

test('the product starts from a folder with spaces and any letters', { timeout: 240_000 }, async () => {
  const folder = join(await temporaryFolder(), 'Mein Häuschen 家/a b')
  await copyProduct(folder)
  const child = spawn(process.execPath, ['-r', `./${CHECK_NODE}`, 'scripts/start.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const address = await addressOf(child)
  const page = await fetch(address)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<p>rendered</p>')])
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await readFile(join(folder, 'data/postgres/PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

/** The sources, the installed packages, and a stand-in for the built page. */
async function copyProduct(folder: string): Promise<void> {
  for (const name of [
    'client',
    'domain',
    'sandbox',
    'scripts',
    'server',
    'package.json',
    'package-lock.json',
    'vite.config.ts'
  ]) {
    await cp(join(root, name), join(folder, name), { recursive: true, filter: path => !path.endsWith('client/dist') })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const page = {
    'index.html': '<!doctype html><html><head></head><body><div id="root"><!--root--></div></body></html>',
    '.vite/routes.json': '{}',
    '.server/render-page.js': 'export const renderPage = async () => "<p>rendered</p>"',
    '.sources': hashOfSources()
  }
  for (const [name, content] of Object.entries(page)) {
    const file = join(folder, 'client/dist', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const printed: string[] = []
  child.stderr?.on('data', data => printed.push(String(data)))
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    printed.push(line)
    const address = / is ready: (\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error(`It did not start:\n${printed.join('\n')}`)
}
