/**
 * Makes `node_modules` match the lock file. It compares the lock file with npm's own record of installed packages, so a
 * manual `npm install` counts too. An interrupted install does not count: npm writes the record last.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, options, root, succeeds } from './run.mjs'

// NODE_ENV=production would omit the packages that build the page. npm warns of each package that needs a newer Node
// than npm's own. The product uses another Node, so this shows only errors.
const CI = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']

/** The time limit for a response of the registry. A slower network would install nothing in an hour. */
const PATIENCE_MS = 8000
/** npm's error codes for a missing network. All other errors came from the registry. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/

/** @param {{ dev: boolean }} needs whether to install packages that only build and test the product */
export function install({ dev } = { dev: true }) {
  if (!isInstalled(dev)) {
    console.log('Installing the dependencies ...')
    const problem = networkProblem()
    if (!problem) must('npm', CI)
    else installOffline(problem)
  }
  if (!hasNode()) {
    // The package `node` downloads its program in an install script, which some machines skip.
    succeeds('npm', ['rebuild', 'node'])
    if (!hasNode()) {
      console.error('Node 24 could not be installed: allow the install script of the package "node", or use Node 24.')
      process.exit(1)
    }
  }
}

/** npm would try for minutes, and then print a page. */
function networkProblem() {
  const { stdout, stderr, signal } = spawnSync('npm', ['ping', '--fetch-retries=0', '--loglevel=notice'], {
    ...options(),
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL'
  })
  const printed = `${stdout}${stderr}`
  const reason = signal ? 'no response' : NO_NETWORK.exec(printed)?.[0]
  if (!reason) return null
  return `${/PING (\S+)/.exec(printed)?.[1] ?? 'the npm registry'} cannot be reached (${reason})`
}

/** npm caches downloaded packages. @param {string} problem */
function installOffline(problem) {
  if (spawnSync('npm', [...CI, '--offline'], { ...options(), stdio: 'ignore' }).status === 0) return
  console.error(
    `No network: ${problem}. Connect this machine (behind a proxy, set HTTPS_PROXY), then run the same command again.`
  )
  process.exit(1)
}

/** @param {boolean} dev */
function isInstalled(dev) {
  const wanted = packages('package-lock.json')
  const present = packages(join('node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(
    ([path, wish]) =>
      path === '' ||
      (wish.optional && !isBinaryForHere(wish)) ||
      (!dev && (wish.dev || wish.devOptional)) ||
      present[path]?.version === wish.version
  )
}

/**
 * @typedef {object} Package
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [dev]
 * @property {boolean} [devOptional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * Whether an optional package has binaries for this machine. npm skips it under a Node that is too old.
 * @param {Package} wish
 */
export function isBinaryForHere({ os, cpu, libc }) {
  const isHere = os?.includes(process.platform) && cpu?.includes(process.arch)
  return Boolean(isHere) && (!libc || libc.includes(ownLibc()))
}

/** @type {string | undefined} */
let knownLibc

/** The name that npm uses. */
function ownLibc() {
  if (knownLibc) return knownLibc
  // Without this the report looks up host names in the network.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  knownLibc = header.glibcVersionRuntime ? 'glibc' : 'musl'
  return knownLibc
}

/**
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function packages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * Whether the tools' `node` is new enough. Checks for the installed file first, because starting it takes 40 ms.
 */
function hasNode() {
  const local = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(local)) return true
  return Number(process.versions.node.split('.')[0]) >= 24
}
