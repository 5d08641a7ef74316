/**
 * Gives PostgreSQL one statement at a time. If a statement waits for a lock, its process is stopped and the next
 * statement may run. When the lock is free, the process goes on. If several locks become free at once, the processes
 * go on one after another. Otherwise two of them could take the next lock in any order.
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
  /** `waits`: for a lock, with its process stopped. */
  state: 'runs' | 'waits' | 'over'
  result: Promise<void>
  /** Hands the response to the node. */
  respond: () => void
  /** Tells the node that the connection has broken. */
  fail: () => void
  /** Offers the statements that the node has sent after this one, which waits. */
  behind: (() => void)[]
}

/** How connections break: for so many ms at each statement of this kind, and at least at the next one. */
export interface Loss {
  statement: RegExp
  /** Whether the statement itself or its response is lost. */
  lost: 'statement' | 'response'
  ms: number
}

interface Connection {
  pid: number
  /** When the node's end has noticed that the connection is gone. */
  ended: Promise<unknown>
}

export interface Statements {
  /** Opens a node's pool, through which its statements wait for their turn. */
  openPool: (actor: Actor) => (config: PoolConfig) => Pool
  /** From now on the connections of a node break like this. Null ends that. */
  breakAt: (actor: Actor, loss: Loss | null) => void
  /** Ends a dead node's connections. PostgreSQL rolls back their transactions. */
  end: (actor: Actor) => Promise<void>
  close: () => Promise<void>
}

const LOCKED = `select distinct pid from pg_locks where not granted and pid = any($1::int[])
  and locktype in ('transactionid', 'tuple', 'relation', 'advisory', 'virtualxid')`

/** Whether a process waits for itself. PostgreSQL then ends its statement after a second, unless it is stopped. */
const DEADLOCKED = `with recursive blocking(pid) as (
  select unnest(pg_blocking_pids($1)) union select unnest(pg_blocking_pids(pid)) from blocking
) select from blocking where pid = $1`

export async function createStatements(
  scheduler: Scheduler,
  connection: ClientConfig,
  onCommit: () => Promise<void>
): Promise<Statements> {
  const observer = new Client(connection)
  await observer.connect()
  const running: Running[] = []
  /** Responses that are on their way to their nodes. */
  const late = new Set<Running>()
  /** By their lanes. */
  const connections = new Map<Actor, Map<string, Connection>>()
  const losses = new Map<Actor, Loss & { until: number }>()
  let count = 0

  async function execute(statement: Omit<Running, 'state' | 'result'>, send: () => Promise<() => void>) {
    const mine: Running = { ...statement, state: 'runs', result: Promise.resolve() }
    mine.result = send().then(respond => {
      mine.respond = respond
      mine.state = 'over'
    })
    running.push(mine)
    await Promise.race([mine.result, realTimeout(LOOK_AFTER_MS)])
    await goOn(mine)
    await quiet()
    if (mine.state === 'waits') callOffLater(mine)
    if (/^commit/i.test(mine.label)) await onCommit()
  }

  /** Waits until a statement has its response or waits for a lock. */
  async function goOn(one: Running): Promise<void> {
    while (one.state === 'runs') {
      if ((await lockedOf([one])).length > 0 && !(await isDeadlocked(one))) {
        signal('SIGSTOP', one.pid)
        one.state = 'waits'
      } else {
        await Promise.race([one.result, realTimeout(1)])
      }
    }
  }

  /** Lets statements go on until each has its response or waits for a lock. Hands out the responses in order. */
  async function quiet(): Promise<void> {
    for (;;) {
      const waiting = running.filter(({ state }) => state === 'waits')
      const locked = waiting.length > 0 ? await lockedOf(waiting) : []
      const free = waiting.find(one => one.state === 'waits' && !locked.includes(one.pid))
      if (!free) break
      resume(free)
      await goOn(free)
    }
    for (;;) {
      const over = running.find(({ state }) => state === 'over')
      if (!over) break
      running.splice(running.indexOf(over), 1)
      for (const offer of over.behind) offer()
      await handOut(over)
    }
  }

  async function lockedOf(statements: Running[]): Promise<number[]> {
    const { rows } = await observer.query<{ pid: number }>(LOCKED, [statements.map(({ pid }) => pid)])
    return rows.map(({ pid }) => pid)
  }

  async function isDeadlocked({ pid }: Running): Promise<boolean> {
    return (await observer.query(DEADLOCKED, [pid])).rowCount !== 0
  }

  function resume(one: Running): void {
    one.state = 'runs'
    signal('SIGCONT', one.pid)
  }

  async function handOut(over: Running): Promise<void> {
    const { actor, lane, label } = over
    if (actor.state === 'dead') return
    if (actor.state === 'runs' && isLost('response', actor, label)) {
      late.add(over)
      await breakConnection(actor, lane)
    } else if (actor.state === 'runs' && !scheduler.chance(LATE_RESPONSES)) {
      over.respond()
    } else {
      late.add(over)
      const respond = (): void => {
        if (late.delete(over)) over.respond()
      }
      scheduler.offer(`response ${lane}`, actor, scheduler.between(0, 30), `${actor.name} response: ${label}`, respond)
    }
  }

  function isLost(what: Loss['lost'], actor: Actor, label: string): boolean {
    const loss = losses.get(actor)
    if (loss?.lost !== what || !loss.statement.test(label)) return false
    if (scheduler.now >= loss.until) losses.delete(actor)
    return true
  }

  /** PostgreSQL rolls back what is open on the connection. Responses that are still on their way do not arrive. */
  async function breakConnection(actor: Actor, lane: string): Promise<void> {
    const broken = connections.get(actor)?.get(lane)
    // Statements may still be sent on a connection that broke before.
    if (broken) {
      scheduler.note(`${lane} breaks`)
      connections.get(actor)?.delete(lane)
      await terminate([broken.pid])
      await broken.ended
    }
    for (const one of [...late].filter(one => one.lane === lane && late.delete(one))) one.fail()
    await quiet()
  }

  async function terminate(pids: number[]): Promise<void> {
    await observer.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
    for (const pid of pids) signal('SIGCONT', pid)
    // PostgreSQL's own waiting looks once in 100 ms.
    while ((await observer.query('select from pg_stat_activity where pid = any($1::int[])', [pids])).rowCount !== 0)
      await realTimeout(1)
  }

  function callOffLater(waiting: Running): void {
    scheduler.note(`${waiting.actor.name} waits for a lock`)
    scheduler.offer(`lock ${waiting.lane}`, waiting.actor, LOCK_MS, `lock timeout ${waiting.lane}`, async () => {
      if (waiting.state !== 'waits' || !running.includes(waiting)) return
      await observer.query('select pg_cancel_backend($1)', [waiting.pid])
      resume(waiting)
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
          if (!callback) return super.connect()
          const open = () => scheduler.track(super.connect()).then(() => this.#opened(callback), callback)
          // Several that open at the same moment would be ready in any order.
          if (current.getStore() === actor)
            scheduler.offer(this.#lane, actor, scheduler.between(1, 9), `${this.#lane} opens`, open)
          else void open()
        }

        #opened(callback: () => void): void {
          const ended = new Promise(resolve => this.once('end', () => resolve(null)))
          const known = connections.get(actor) ?? new Map<string, Connection>()
          connections.set(actor, known.set(this.#lane, { pid: pidOf(this), ended }))
          callback()
        }

        // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed through as they are
        override query(config: any, ...rest: any[]): any {
          if (current.getStore() !== actor) return super.query(config, ...rest)
          const last = rest.at(-1)
          const callback = typeof last === 'function' ? rest.pop() : null
          const { promise, resolve, reject } = Promise.withResolvers<unknown>()
          const label = labelOf(config, rest[0])
          const statement = {
            pid: pidOf(this),
            actor,
            lane: this.#lane,
            label,
            respond: () => {},
            fail: () => reject(new Error('Connection terminated unexpectedly')),
            behind: []
          }
          const run = async (): Promise<void> => {
            const ahead = running.find(({ lane }) => lane === this.#lane)
            if (ahead) {
              ahead.behind.push(offer)
              return
            }
            if (isLost('statement', actor, label)) await breakConnection(actor, this.#lane)
            await execute(statement, () =>
              (super.query(config, ...rest) as unknown as Promise<unknown>).then(
                value => () => resolve(value),
                error => () => reject(asTimeout(error))
              )
            )
          }
          const offer = (): unknown =>
            scheduler.offer(this.#lane, actor, scheduler.between(0, 2), `${actor.name} ${label}`, run)
          offer()
          if (!callback) return promise
          promise.then(
            value => callback(null, value),
            error => callback(error)
          )
        }
      }
      return new Pool({ ...config, Client: Gated as unknown as typeof Client, idleTimeoutMillis: 0 })
    },
    breakAt(actor, loss) {
      if (loss) losses.set(actor, { ...loss, until: scheduler.now + loss.ms })
      else losses.delete(actor)
    },
    async end(actor) {
      for (const one of running.filter(one => one.actor === actor)) running.splice(running.indexOf(one), 1)
      await terminate([...(connections.get(actor)?.values() ?? [])].map(({ pid }) => pid))
      await quiet()
    },
    close: () => observer.end()
  }
}

/** A process of PostgreSQL may be gone already. */
function signal(name: 'SIGSTOP' | 'SIGCONT', pid: number): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
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
