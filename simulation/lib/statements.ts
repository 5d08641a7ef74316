/**
 * Gives PostgreSQL one statement at a time. A statement is over when PostgreSQL responds, or when it waits for a lock
 * of another transaction. The one that waits goes on when that transaction ends.
 */
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { realTimeout } from './globals.ts'
import { type Actor, current, type Scheduler } from './scheduler.ts'

/** The product's `lock_timeout`, in simulated time. */
const LOCK_MS = 3000
/** So long a response is awaited before looking whether the statement waits for a lock. */
const LOOK_AFTER_MS = 2
/** The share of responses that reach their node later. In between, the node may die. */
const LATE_RESPONSES = 0.08

interface Running {
  pid: number
  actor: Actor
  lane: string
  label: string
  isOver: boolean
  result: Promise<void>
  /** Hands the response to the node. */
  respond: () => void
}

export interface Statements {
  /** Opens a node's pool, through which its statements wait for their turn. */
  openPool: (actor: Actor) => (config: PoolConfig) => Pool
  /** Ends a dead node's connections. PostgreSQL rolls back their transactions. */
  end: (actor: Actor) => Promise<void>
  close: () => Promise<void>
}

const WAITING = `select distinct pid from pg_locks where not granted and pid = any($1::int[])
  and locktype in ('transactionid', 'tuple', 'relation', 'advisory', 'virtualxid')`

export async function createStatements(
  scheduler: Scheduler,
  connection: ClientConfig,
  onCommit: () => Promise<void>
): Promise<Statements> {
  const observer = new Client(connection)
  await observer.connect()
  const running: Running[] = []
  const pids = new Map<Actor, Set<number>>()
  let count = 0

  async function execute(statement: Omit<Running, 'isOver' | 'result'>, send: () => Promise<() => void>) {
    const mine: Running = { ...statement, isOver: false, result: Promise.resolve() }
    mine.result = send().then(respond => {
      mine.respond = respond
      mine.isOver = true
    })
    running.push(mine)
    await quiet()
    if (!mine.isOver) callOffLater(mine)
    if (/^commit/i.test(mine.label)) await onCommit()
  }

  /** Waits until each statement has its response or waits for a lock. Hands out the responses in order. */
  async function quiet(): Promise<void> {
    for (;;) {
      const open = running.filter(({ isOver }) => !isOver)
      if (open.length === 0) break
      const isNew = open.length === 1 && open[0] === running.at(-1)
      if (isNew) {
        await Promise.race([open[0]?.result, realTimeout(LOOK_AFTER_MS)])
        if (open[0]?.isOver) break
      }
      const { rows } = await observer.query<{ pid: number }>(WAITING, [open.map(({ pid }) => pid)])
      if (open.every(({ pid, isOver }) => !isOver && rows.some(row => row.pid === pid))) break
      await Promise.race([...open.map(({ result }) => result), realTimeout(1)])
    }
    for (const over of running.filter(({ isOver }) => isOver)) {
      running.splice(running.indexOf(over), 1)
      handOut(over)
    }
  }

  function handOut({ actor, lane, label, respond }: Running): void {
    if (actor.state === 'dead') return
    if (actor.state === 'runs' && !scheduler.chance(LATE_RESPONSES)) respond()
    else
      scheduler.offer(`response ${lane}`, actor, scheduler.between(0, 30), `${actor.name} response: ${label}`, respond)
  }

  function callOffLater(waiting: Running): void {
    scheduler.note(`${waiting.actor.name} waits for a lock`)
    scheduler.offer(`lock ${waiting.lane}`, waiting.actor, LOCK_MS, `lock timeout ${waiting.lane}`, async () => {
      if (waiting.isOver || !running.includes(waiting)) return
      await observer.query('select pg_cancel_backend($1)', [waiting.pid])
      await waiting.result
      await quiet()
    })
  }

  return {
    openPool: actor => config => {
      const Usual = (config.Client ?? Client) as typeof Client
      class Gated extends Usual {
        readonly #lane = `${actor.name} connection ${count++}`

        // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed through as they are
        override connect(callback?: any): any {
          if (actor.state === 'dead') return
          return callback
            ? void scheduler.track(super.connect()).then(() => this.#opened(callback), callback)
            : super.connect()
        }

        #opened(callback: () => void): void {
          const known = pids.get(actor) ?? new Set()
          pids.set(actor, known.add(pidOf(this)))
          callback()
        }

        // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed through as they are
        override query(config: any, ...rest: any[]): any {
          if (current.getStore() !== actor) return super.query(config, ...rest)
          const last = rest.at(-1)
          const callback = typeof last === 'function' ? rest.pop() : null
          const { promise, resolve, reject } = Promise.withResolvers<unknown>()
          const label = labelOf(config, rest[0])
          const statement = { pid: pidOf(this), actor, lane: this.#lane, label, respond: () => {} }
          const run = (): Promise<void> =>
            execute(statement, () =>
              (super.query(config, ...rest) as unknown as Promise<unknown>).then(
                value => () => resolve(value),
                error => () => reject(asTimeout(error))
              )
            )
          scheduler.offer(this.#lane, actor, scheduler.between(0, 2), `${actor.name} ${label}`, run)
          if (!callback) return promise
          promise.then(
            value => callback(null, value),
            error => callback(error)
          )
        }
      }
      return new Pool({ ...config, Client: Gated as unknown as typeof Client, idleTimeoutMillis: 0 })
    },
    async end(actor) {
      for (const one of running.filter(one => one.actor === actor)) running.splice(running.indexOf(one), 1)
      const lost = [[...(pids.get(actor) ?? [])]]
      await observer.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', lost)
      // PostgreSQL's own waiting looks once in 100 ms.
      while ((await observer.query('select from pg_stat_activity where pid = any($1::int[])', lost)).rowCount !== 0)
        await realTimeout(1)
      await quiet()
    },
    close: () => observer.end()
  }
}

/** A cancelled statement fails as if PostgreSQL's own `lock_timeout` had ended it. */
function asTimeout(error: { code?: string }): unknown {
  return error.code === '57014' ? Object.assign(error, { code: '55P03' }) : error
}

function pidOf(client: object): number {
  return Number((client as { processID?: number }).processID)
}

function labelOf(config: string | { text: string }, values: unknown): string {
  const text = (typeof config === 'string' ? config : config.text).replaceAll(/\s+/g, ' ').trim()
  const given = Array.isArray(values) && values.length > 0 ? ` ${JSON.stringify(values).slice(0, 300)}` : ''
  return `${text.slice(0, 90)}${given}`
}
