/** Requests at a steady pace, however long the responses take, and what each of them waited for. */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { cookieOf } from './content.ts'

interface Steady {
  everyMs: number
  /** Sends the nth request. */
  read: (nth: number) => Promise<void>
}

/** Until it is stopped. `stop` returns milliseconds, one for each request. */
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

/** What 99 of 100 wait for at most. */
export function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

const agent = new Agent({ keepAlive: true })

/** Anything but 200 is a fault. Without a person it is a visitor's. */
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
