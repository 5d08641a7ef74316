/** Finds a Chromium for the browser tests, and installs one if there is none. */
import { installPackage, isProgram, must } from './run.mjs'

// The headless shell draws no window and takes half the time.
const SHELL = '/usr/bin/chromium-headless-shell'
const PLACES = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The path of the machine's Chromium. If it is undefined, Playwright uses its own. */
export function findChromium() {
  return [process.env.CHROMIUM ?? '', ...PLACES].find(isProgram)
}

export function installChromium() {
  if (process.env.CHROMIUM || isProgram(SHELL)) return
  // Debian's package includes the system libraries. Playwright's browser does not.
  if (installPackage('Chromium', 'chromium-headless-shell')) return
  if (!findChromium()) must('playwright', ['install', '--only-shell', 'chromium'])
}
