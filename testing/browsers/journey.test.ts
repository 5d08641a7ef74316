import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { logs } from '../../server/db/schema/logs.ts'
import { builtShell } from '../../server/lib/pages/shell.ts'
import { PASSWORD } from '../names.ts'
import { taskGroupOf, taskOf } from '../plans.ts'
import { addressOf } from '../socket-client.ts'
import { openWorld, type World } from '../world.ts'
import { isWithout, KINDS } from './browsers.ts'
import { lineTo } from './line.ts'

const isBuilt = existsSync(resolve(import.meta.dirname, '../../client/dist/index.html'))

const button = (name: string) => `//button[normalize-space()="${name}" or @aria-label="${name}"]`
const text = (words: string) => `//*[text()[contains(., "${words}")]]`
const form = '//form[@aria-label="Register"]'

// `npm test` builds the page first.
describe.skipIf(!isBuilt && process.env.CI !== 'true')('the main job', () => {
  let world: World
  let app: string
  beforeAll(async () => {
    const { shell, render, assets } = await builtShell()
    world = await openWorld({}, { shell, render, assets })
    // Browsers delete cookies that expired on another day.
    world.clock.set(Date.now() - world.clock.now())
    app = await addressOf(world.app)
  })
  afterAll(() => world.close())

  for (const kind of KINDS) {
    test.skipIf(isWithout(kind))(
      `works in ${kind.name}: join, log, chat, offline`,
      { tags: ['HDR-47', 'SES-081', 'SGL-25'] },
      async () => {
        const name = `mary-${kind.name.toLowerCase()}`
        const ada = await world.as('ada')
        const { event } = await ada.call(storeSession, {
          body: {
            challenge: {
              title: `Squats in ${kind.name}`,
              duration: 3600,
              tasks: [taskGroupOf([taskOf({ title: 'Squats', amount: 10 })])]
            }
          }
        })
        const logged = async () =>
          (await world.db.select().from(logs)).filter(log => log.session_id === event.id).length
        const line = await lineTo(app)
        const browser = await kind.open()
        onTestFinished(async () => void (await browser.close()))

        await browser.goto(line.address + event.path)
        await browser.click(button('Join'))
        await browser.click('//*[@role="tab"][normalize-space()="Register"]')
        await browser.type(`${form}//input[@autocomplete="username"]`, `${name}@example.org`)
        await browser.type(`(${form}//input[@type="password"])[1]`, PASSWORD)
        await browser.type(`(${form}//input[@type="password"])[2]`, PASSWORD)
        await browser.click(`${form}//input[@type="checkbox"]`)
        await browser.click(`${form}//button[@type="submit"]`)
        await browser.sees(text('You have successfully joined this session.'))

        const squats = '//article[@aria-label="Squats"]'
        // The bar at the bottom, which is always in view, comes before the goal's card.
        const press = `(${button('+1 time: Squats')})[1]`
        await browser.click(press)
        await browser.sees(`${squats}[contains(., "1 of 10")]`)
        await vi.waitFor(async () => expect(await logged()).toBe(1), 20_000)

        await browser.type('//textarea[@aria-label="Message"]', `Hello from ${kind.name}`)
        await browser.click(button('Send'))
        await browser.sees(`//*[@role="log"]${text(`Hello from ${kind.name}`)}`)

        line.cut()
        await browser.sees(text('No connection to the server. Reconnecting…'))
        await browser.click(press)
        await browser.sees(`${squats}[contains(., "2 of 10")]`)
        expect(await logged()).toBe(1)
        line.mend()
        await vi.waitFor(async () => expect(await logged()).toBe(2), 30_000)
      }
    )
  }
})
