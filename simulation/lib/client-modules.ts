/** Loads the page's code once for each browser, because its modules keep the state of a page. */
import { registerHooks } from 'node:module'
import type * as Api from '../../client/lib/api.ts'
import type * as ServerClock from '../../client/lib/dates/server-clock.ts'
import type * as Rooms from '../../client/lib/socket/live-room.ts'
import type * as People from '../../client/lib/user.ts'
import type * as Outboxes from '../../client/outbox/create-outbox.ts'

export interface ClientModules {
  api: typeof Api
  clock: typeof ServerClock
  rooms: typeof Rooms
  people: typeof People
  outboxes: typeof Outboxes
}

const loaded = new Map<number, Promise<ClientModules>>()

/** A module of the page loads the modules of its own browser. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const [browser] = /\?browser=\d+$/.exec(context.parentURL ?? '') ?? []
    return browser && /\/client\/[^?]*$/.test(found.url) ? { ...found, url: found.url + browser } : found
  }
})

/** The modules of a browser. A later hut uses them again. */
export function clientModules(browser: number): Promise<ClientModules> {
  const known = loaded.get(browser) ?? load(browser)
  loaded.set(browser, known)
  return known
}

async function load(browser: number): Promise<ClientModules> {
  const from = (file: string): Promise<unknown> =>
    import(new URL(`../../client/${file}?browser=${browser}`, import.meta.url).href)
  return {
    api: (await from('lib/api.ts')) as typeof Api,
    clock: (await from('lib/dates/server-clock.ts')) as typeof ServerClock,
    rooms: (await from('lib/socket/live-room.ts')) as typeof Rooms,
    people: (await from('lib/user.ts')) as typeof People,
    outboxes: (await from('outbox/create-outbox.ts')) as typeof Outboxes
  }
}
