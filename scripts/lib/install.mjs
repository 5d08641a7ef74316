/**
 * Makes `node_modules` agree with the lock file. It reads what is installed from npm's own record of it, so a plain
 * `npm install` by hand counts too. An install that was stopped half-way does not: npm writes the record last.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must, options, root, succeeds } from './run.mjs'

// NODE_ENV=production would leave out what builds the page. npm warns of each package that wants a newer Node than the
// one that runs npm, though the product runs with its own: only errors are shown.
const CI = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']

/** How long the registry may take to respond. A network that is slower than this installs nothing in an hour. */
const PATIENCE_MS = 8000
/** How npm says that the network is not there. Anything else came from the registry. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/

/** @param {{ dev: boolean }} needs whether what only builds and tests the product is needed too */
export function install({ dev } = { dev: true }) {
  if (!isInstalled(dev)) {
    console.log('Installing the dependencies ...')
    const problem = networkProblem()
    if (!problem) must('npm', CI)
    else installOffline(problem)
  }
  if (!hasNode()) {
    // The package `node` fetches its program in an install script, which some machines skip.
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

/** npm keeps what it has fetched once. @param {string} problem */
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
 * Whether an optional package has the programs for this very machine. npm leaves it out under a Node that is too old.
 * @param {Package} wish
 */
export function isBinaryForHere({ os, cpu, libc }) {
  const isHere = os?.includes(process.platform) && cpu?.includes(process.arch)
  return Boolean(isHere) && (!libc || libc.includes(ownLibc()))
}

/** @type {string | undefined} */
let knownLibc

/** As npm calls it. */
function ownLibc() {
  if (knownLibc) return knownLibc
  // Otherwise the report looks up names in the network.
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

/** Whether `node`, as the tools find it, is new enough; asked of the file first, since starting it takes 40 ms. */
function hasNode() {
  const local = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(local)) return true
  return Number(process.versions.node.split('.')[0]) >= 24
}
