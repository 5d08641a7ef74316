/** Finds a Chromium for the browser tests, and installs one where there is none. */
import { accessSync, constants } from 'node:fs'
import { must, succeeds } from './run.mjs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The path of the machine's Chromium, or undefined: then Playwright uses its own. */
export function findChromium() {
  return [process.env.CHROMIUM ?? '', ...PLACES].find(isProgram)
}

export function installChromium() {
  if (findChromium()) return
  console.log('Installing Chromium ...')
  const asRoot = process.getuid?.() === 0
  // Debian's package brings the system libraries along, which Playwright's does not.
  if (asRoot && isProgram('/usr/bin/apt-get')) {
    if (succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', 'chromium']) && findChromium()) return
  }
  must('playwright', ['install', 'chromium'])
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
