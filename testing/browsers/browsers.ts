/** Firefox and WebKit behind a common interface with the few steps of a journey. XPath finds the elements. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import puppeteer from 'puppeteer-core'
import { Builder, By, Capabilities, type WebElement } from 'selenium-webdriver'
import { expect, vi } from 'vitest'
import { findProgram, PROGRAMS } from '../../scripts/lib/programs.mjs'
import { freePort } from '../servers/free-port.ts'

export interface Browser {
  goto: (address: string) => Promise<unknown>
  /** Waits for the element, like the other steps. */
  sees: (xpath: string) => Promise<unknown>
  click: (xpath: string) => Promise<unknown>
  type: (xpath: string, text: string) => Promise<unknown>
  close: () => Promise<unknown>
}

interface Kind {
  name: string
  needs: (keyof typeof PROGRAMS)[]
  open: () => Promise<Browser>
}

const SIZE = { width: 1280, height: 900 }
const WAIT = { timeout: 20_000, interval: 100 }

export const KINDS: Kind[] = [
  { name: 'Firefox', needs: ['firefox'], open: openFirefox },
  { name: 'WebKit', needs: ['webkit', 'xvfb'], open: openWebKit }
]

/** Tests are skipped without the browser, but not under `CI=true`. */
export function isWithout({ needs }: Kind): boolean {
  const missing = needs.filter(key => !findProgram(key))
  for (const key of missing) console.warn(PROGRAMS[key].missing)
  return missing.length > 0 && process.env.CI !== 'true'
}

async function openFirefox(): Promise<Browser> {
  // Uses WebDriver BiDi, the only protocol of Firefox that Puppeteer supports.
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: pathOf('firefox'), timeout: 60_000 })
  const [page = await browser.newPage()] = await browser.pages()
  await page.setViewport(SIZE)
  page.setDefaultTimeout(WAIT.timeout)
  const find = (xpath: string) => page.locator(`::-p-xpath(${xpath})`)
  return {
    goto: address => page.goto(address),
    sees: xpath => find(xpath).setVisibility(null).wait(),
    click: xpath => find(xpath).click(),
    type: (xpath, text) => find(xpath).fill(text),
    close: () => browser.close()
  }
}

async function openWebKit(): Promise<Browser> {
  // This browser always opens a window.
  const screen = spawn(
    pathOf('xvfb'),
    ['-displayfd', '3', '-screen', '0', `${SIZE.width}x${SIZE.height}x24`, '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe']
    }
  )
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')
  const port = await freePort()
  const server = spawn(pathOf('webkit'), [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` }
  })
  const stop = (): void => {
    server.kill()
    screen.kill()
  }
  const address = `http://127.0.0.1:${port}`
  try {
    await vi.waitFor(() => fetch(`${address}/status`), WAIT)
    const capabilities = new Capabilities({ browserName: 'MiniBrowser' })
    const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build()
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...SIZE })
    const on = (xpath: string, act: (element: WebElement) => unknown) =>
      vi
        .waitFor(async () => act(await driver.findElement(By.xpath(xpath))), WAIT)
        .catch(error => expect.fail(`${xpath}: ${error.name}`))
    return {
      goto: url => driver.get(url),
      sees: xpath => on(xpath, () => {}),
      click: xpath => on(xpath, element => element.click()),
      type: (xpath, text) => on(xpath, element => element.sendKeys(text)),
      close: () => driver.quit().finally(stop)
    }
  } catch (error) {
    stop()
    throw error
  }
}

function pathOf(key: keyof typeof PROGRAMS): string {
  const path = findProgram(key)
  if (!path) expect.fail(PROGRAMS[key].missing)
  return path
}
