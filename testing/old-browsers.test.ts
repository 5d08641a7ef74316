import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Lacking, lackingCode, lackingIn, lackingStyles, type Oldest } from './old-browsers.ts'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'client/dist')
const read = (file: string) => readFile(join(root, file), 'utf8')

/** The code checks for support first, or uses the name for something else. */
const GUARDED = [
  '.chunks',
  '.take',
  '.toArray',
  '.toBase64',
  'Error.captureStackTrace',
  'PublicKeyCredential.getClientCapabilities',
  'TouchEvent',
  'document.startViewTransition',
  'navigation',
  'navigator.canShare',
  'navigator.connection',
  'navigator.share',
  'navigator.wakeLock',
  'requestIdleCallback',
  'setImmediate'
]

/** A page works without these and looks slightly different. */
const DECORATION = [
  'accent-color',
  'forced-color-adjust',
  'overflow-anchor',
  'overflow-clip-margin',
  'overscroll-behavior',
  'scrollbar-width',
  'text-box',
  'text-box-edge',
  'text-box-trim',
  'zoom'
]

let oldest: Oldest
let lacking: Lacking
beforeAll(async () => {
  const line = /^.*Chrome or Edge [\d.]+.*$/m.exec(await read('README.md'))?.[0] ?? ''
  const version = (name: string) => new RegExp(`${name} ([\\d.]+)`).exec(line)?.[1] ?? `none of ${name}`
  oldest = {
    chrome: version('Chrome or Edge'),
    edge: version('Chrome or Edge'),
    firefox: version('Firefox'),
    safari: version('Safari')
  }
  lacking = lackingIn(oldest)
})

test('the page is built for the browsers that README.md names', async () => {
  const targets = Object.entries(oldest).map(([browser, version]) => `'${browser}${version}'`)
  expect(await read('vite.config.ts')).toContain(`target: [${targets.join(', ')}]`)
})

test.each([
  ['Promise.try(work)', 'Promise.try'],
  ['Array.fromAsync(rows)', '.fromAsync', 'Array.fromAsync'],
  ['RegExp.escape(text)', 'RegExp.escape'],
  ['URL.parse(text)', 'URL.parse'],
  ['window.URL.parse(text)', 'URL.parse'],
  ['AbortSignal.any(signals)', 'AbortSignal.any'],
  ['Uint8Array.fromBase64(text)', '.fromBase64', 'Uint8Array.fromBase64'],
  ['scheduler.yield()', 'scheduler', 'scheduler.yield'],
  ['window.navigation.back()', 'navigation'],
  ['a.isSubsetOf(b)', '.isSubsetOf'],
  ['/(?i:a)b/.test(text)', 'a modifier in a regex'],
  [
    'Promise.withResolvers(); Object.groupBy(rows, f); URL.canParse(text); /(?<=a)b/.test(text); a.map({ navigation: 1 })'
  ]
])('code that older browsers lack is found: %s', (code, ...found) => {
  expect(lackingCode(code, lacking)).toEqual(found)
})

test('styles that older browsers lack are found', () => {
  const css = 'a:popover-open{anchor-name:--a;color:red}@view-transition{navigation:auto}b:has(c){float:right}'
  expect(lackingStyles(css, lacking)).toEqual([':popover-open', '@view-transition', 'anchor-name'])
})

// `npm test` builds the page first.
describe.skipIf(!existsSync(join(dist, 'assets')) && process.env.CI !== 'true')('the built page', () => {
  const built = async (end: string) => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    const wanted = files.filter(file => file.endsWith(end) && !file.startsWith('.'))
    expect(wanted.length).toBeGreaterThan(3)
    return Promise.all(wanted.map(file => readFile(join(dist, file), 'utf8')))
  }

  test('has no code that the oldest supported browsers lack', async () => {
    const found = new Set((await built('.js')).flatMap(code => lackingCode(code, lacking)))
    expect([...found].sort()).toEqual(GUARDED)
  })

  test('has no styles that the oldest supported browsers lack', async () => {
    const found = new Set((await built('.css')).flatMap(css => lackingStyles(css, lacking)))
    const ours = [...found].filter(name => !/^:?-webkit-/.test(name))
    expect(ours.sort()).toEqual(DECORATION)
  })
})
