/**
 * `npm run shots`: takes a screenshot of every page at a phone's and a desktop's width, light and dark, into `shots/`.
 * It opens the running product at ADDRESS (http://127.0.0.1:3000 by default), as a visitor or, with EMAIL and PASSWORD,
 * as that person.
 */
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.mjs'
import { takesNothing } from '../scripts/lib/usage.mjs'
import { PERSONAL_PAGES, PUBLIC_PAGES } from './pages.ts'

takesNothing(
  'npm run shots',
  `Takes a picture of every page at two widths, light and dark, into the folder shots.
Settings are environment variables: ADDRESS of a running product (http://127.0.0.1:3000), EMAIL and PASSWORD of a person.
CHROMIUM names another browser.`
)

const { ADDRESS = 'http://127.0.0.1:3000', EMAIL, PASSWORD } = process.env
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu']
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    const context = await browser.newContext({ baseURL: ADDRESS, viewport: { width, height: 844 }, colorScheme })
    if (EMAIL && PASSWORD) await context.request.post('/login', { data: { email: EMAIL, password: PASSWORD } })
    const page = await context.newPage()
    for (const path of EMAIL ? PERSONAL_PAGES : PUBLIC_PAGES) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const name = path.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '') || 'home'
      await page.screenshot({ path: `shots/${name}.${width}.${colorScheme}.png`, fullPage: true })
    }
    await context.close()
  }
}
await browser.close()
