/** Breaks connections, nodes and browsers. Everything works again in the end. */
import type { Browser } from './browser.ts'
import { CALM, type Network, type Node } from './network.ts'

/** The longest pause between two faults, in ms. */
const LONGEST_PAUSE = 6000
const FAULTS = [
  'cut',
  'cut',
  'silent cut',
  'bus',
  'bus',
  'kill',
  'stop',
  'freeze',
  'commit',
  'commit',
  'statement',
  'no database',
  'sleep',
  'sleep',
  'offline',
  'clock',
  'close'
] as const
const LOST = ['statement', 'response'] as const

/** Causes faults until `until`. */
export function cause(net: Network, browsers: Browser[], until: number): void {
  const { scheduler } = net
  const later = (from: number, to: number, label: string, run: () => unknown): void => {
    scheduler.offer(`fault ${label}`, scheduler.world, scheduler.between(from, to), label, run)
  }
  next()

  function next(): void {
    later(0, LONGEST_PAUSE, 'a fault', async () => {
      if (scheduler.now > until) return
      const fault = scheduler.any(FAULTS)
      const browser = scheduler.any(browsers)
      const node = scheduler.any(net.nodes)
      scheduler.note(`${fault}: ${browser.actor.name}, ${node.actor.name}`)
      await perform(fault, browser, node)
      next()
    })
  }

  async function perform(fault: (typeof FAULTS)[number], browser: Browser, node: Node): Promise<void> {
    const { actor } = browser
    switch (fault) {
      case 'cut':
        return browser.cut(true)
      case 'silent cut':
        return browser.cut(false)
      case 'bus':
        return node.leaveBus()
      case 'kill':
        // Nothing else works meanwhile, so that not all nodes are down at once.
        if (net.nodes.every(({ built }) => built !== null)) await node.kill()
        return
      case 'stop':
        if (net.nodes.every(({ built }) => built !== null)) await node.stop()
        return
      case 'freeze':
        return freeze(node.actor, 15_000)
      case 'commit':
        return node.loseDatabase({ statement: /^commit/i, lost: scheduler.any(LOST), ms: 0 })
      case 'statement':
        return node.loseDatabase({ statement: /./, lost: 'response', ms: 0 })
      case 'no database':
        return node.loseDatabase({ statement: /./, lost: 'response', ms: scheduler.between(0, 3000) })
      case 'sleep':
        return freeze(actor, 20_000)
      case 'offline':
        browser.setOnline(false)
        return later(500, 15_000, `${actor.name} is online`, () => browser.setOnline(true))
      case 'clock':
        return browser.setClock(Math.round(scheduler.between(-600_000, 600_000)))
      case 'close':
        browser.close()
        return later(500, 10_000, `${actor.name} opens the page`, () => browser.open())
    }
  }

  function freeze(actor: Browser['actor'], longest: number): void {
    if (actor.state !== 'runs') return
    actor.state = 'frozen'
    later(200, longest, `${actor.name} wakes`, () => {
      if (actor.state === 'frozen') actor.state = 'runs'
    })
  }
}

/** Starts dead nodes again. */
export function revive(net: Network): void {
  const { scheduler } = net
  for (const [nth, node] of net.nodes.entries()) look(nth, node)

  function look(nth: number, node: Node): void {
    scheduler.offer(`revive ${nth}`, scheduler.world, scheduler.between(500, 4000), `look at node ${nth}`, async () => {
      if (node.actor.state === 'dead') await scheduler.track(node.start())
      look(nth, node)
    })
  }
}

/** Ends all faults. */
export function calm(net: Network, browsers: Browser[]): void {
  net.weather = CALM
  for (const node of net.nodes) node.loseDatabase(null)
  for (const { actor } of [...browsers, ...net.nodes]) if (actor.state === 'frozen') actor.state = 'runs'
  for (const browser of browsers) {
    browser.setOnline(true)
    if (!browser.page()) browser.open()
  }
}
