/** A node of the hut: the real app on the shared database. It starts, stops, freezes and dies. */
import type { FastifyBaseLogger } from 'fastify'
import type { ClientConfig } from 'pg'
import pino from 'pino'
import { type BuiltApp, createApp } from '../../server/app.ts'
import { noProvider } from '../../server/billing/provider.ts'
import { postgresCounters } from '../../server/db/counter-rows.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import type { Resources } from '../../server/dependencies.ts'
import type { Clock } from '../../server/lib/clock.ts'
import { readConfig } from '../../server/lib/config.ts'
import { type Ends, shareBus } from '../../server/realtime/shared-bus.ts'
import { readSettings } from '../../server/settings/hut-settings.ts'
import { openStore } from '../../server/uploads/open-store.ts'
import { OPEN_INTERNET } from '../../server/uploads/public-fetch.ts'
import { laneTo, linkOf, type Network, type Node } from './network.ts'
import { type Actor, current, type Scheduler } from './scheduler.ts'
import type { Statements } from './statements.ts'

/** Four of them are for reads (`server/db/database.ts`). */
const CONNECTIONS = 6
/** What a node logs when a connection to the database breaks. */
const BROKEN = /terminating connection|Connection terminated|Client was closed|not queryable/
const PAGE = '<!doctype html><html><head><!--head--></head><body><div id="root"></div><!--embedded--></body></html>'

export interface Hut {
  net: Network
  statements: Statements
  connection: ClientConfig
  /** Lines of the logs of nodes, at level error. */
  errors: string[]
  /** A node sends events to all nodes, each as a line of JSON. */
  onEvents: (lines: string) => Promise<void>
}

export function createNode(hut: Hut, nth: number): Node {
  const { net, statements } = hut
  const { scheduler } = net
  let life = 0
  let db: Database | null = null
  let ends: Ends | null = null
  const mourners = new Set<() => void>()

  const node: Node = {
    actor: { name: `node ${nth}`, state: 'dead', ahead: 0 },
    built: null,
    isOnBus: false,
    hear: text => ends?.hear(text),
    onDeath(broken) {
      mourners.add(broken)
      return () => mourners.delete(broken)
    },
    async start() {
      const actor: Actor = { name: `node ${nth}.${++life}`, state: 'runs', ahead: 0 }
      const log = logOf(hut, actor)
      node.actor = actor
      db = openDatabase({ ...hut.connection, lock_timeout: 0 }, log, CONNECTIONS, statements.openPool(actor))
      await openAll(db)
      const opened = db
      void current.run(actor, () => boot(actor, opened, log))
    },
    async stop() {
      const { built, actor } = node
      if (!built) return
      void current.run(actor, async () => {
        await built.sockets.drain()
        node.built = null
        await built.app.close()
        scheduler.offer(`life of ${actor.name}`, scheduler.world, 0, `${actor.name} has stopped`, node.kill)
      })
    },
    async kill() {
      const { actor } = node
      if (actor.state === 'dead') return
      scheduler.bury(actor)
      node.built = null
      node.isOnBus = false
      await statements.end(actor)
      for (const mourn of [...mourners]) mourn()
      mourners.clear()
    },
    loseDatabase: loss => statements.breakAt(node.actor, loss),
    leaveBus() {
      const { actor } = node
      if (!node.isOnBus) return
      node.isOnBus = false
      ends?.lost()
      scheduler.drop(lane => lane.startsWith(laneTo(actor)))
      scheduler.offer(
        `bus back ${nth}`,
        actor,
        scheduler.between(100, 3000),
        `${actor.name} is back on the bus`,
        joinBus
      )
    }
  }
  return node

  function joinBus(): void {
    node.isOnBus = true
    ends?.connected(linkOf(net, node))
  }

  async function boot(actor: Actor, db: Database, log: FastifyBaseLogger): Promise<void> {
    const shared = shareBus('simulated', actor.name)
    ends = shared.ends
    joinBus()
    const clock = clockOf(scheduler, actor)
    const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DATA_DIR: '/nowhere' })
    const resources: Resources = {
      db,
      clock,
      config,
      bus: {
        ...shared.bus,
        publish(channel, text) {
          if (channel === 'event') void scheduler.track(hut.onEvents(text))
          shared.bus.publish(channel, text)
        },
        close: shared.stop
      },
      counters: postgresCounters(db, clock),
      shell: () => PAGE,
      assets: null,
      provider: noProvider(),
      sandbox: null,
      store: await openStore(config),
      network: OPEN_INTERNET,
      mailer: { send: async () => ({ type: 'sent' }), forget: async () => {} }
    }
    await readSettings(resources)
    // It reads files, and needs no statement.
    const built = await scheduler.track(build(resources, log))
    if (actor.state === 'dead') return
    node.built = built
    scheduler.note(`${actor.name} is ready`)
  }
}

async function build(resources: Resources, log: FastifyBaseLogger): Promise<BuiltApp> {
  const built = await createApp(resources, log)
  await built.app.ready()
  return built
}

function clockOf(scheduler: Scheduler, actor: Actor): Clock {
  return { now: () => scheduler.now + actor.ahead, after: (ms, run) => scheduler.timer(actor, ms, run) }
}

/** A new connection would take real time, so all are opened before the node starts. */
async function openAll({ $client: pool }: Database): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  for (const client of clients) client.release()
}

function logOf({ errors, net }: Hut, actor: Actor): FastifyBaseLogger {
  const { name } = actor
  const write = (line: string): void => {
    if (actor.state === 'dead' || BROKEN.test(line)) return
    net.scheduler.note(`${name} logs ${line.slice(0, 200)}`)
    errors.push(`${name}: ${line}`)
  }
  return pino({ level: 'error', timestamp: false, base: null }, { write }) as unknown as FastifyBaseLogger
}
