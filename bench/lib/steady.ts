/** Sends requests at a steady pace, however long the responses take, and measures their waits. */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { cookieOf } from './content.ts'

interface Steady {
  everyMs: number
  /** Sends the nth request. */
  read: (nth: number) => Promise<void>
}

/** Runs until `stop`, which returns one wait in milliseconds for each request. */
export function steadyReads({ everyMs, read }: Steady): { stop: () => Promise<number[]> } {
  const reads: Promise<number>[] = []
  let stopped = false
  const timed = async (nth: number): Promise<number> => {
    const started = performance.now()
    await read(nth)
    return performance.now() - started
  }
  const loop = async (): Promise<void> => {
    while (!stopped) {
      reads.push(timed(reads.length))
      await wait(everyMs)
    }
  }
  const running = loop()
  return {
    async stop() {
      stopped = true
      await running
      return Promise.all(reads)
    }
  }
}

/** The 99th percentile of the waits. */
export function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

const agent = new Agent({ keepAlive: true })

/** Fails for any status but 200. Without a person it is a visitor's request. */
export function send(method: string, url: string, person?: number, body?: object): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = {
    'content-type': 'application/json',
    ...(person === undefined ? {} : { cookie: cookieOf(person) })
  }
  request(url, { method, agent, headers }, response => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${text}`))))
  })
    .on('error', reject)
    .end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}
