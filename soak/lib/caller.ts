/**
 * A person at a browser, who reads pages, sends calls as the page does, and records the results. A call that writes is
 * sent again with its key until it succeeds or is refused.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type CallOf, type Endpoint, fillPath, type ResponseOf } from '../../domain/lib/endpoint.ts'
import type { Fleet, Node } from './fleet.ts'
import { type Journal, noteWrong } from './journal.ts'

/** The longest that a response may take. */
const LONGEST = 30_000
const FIRST_RETRY = 300
const LONGEST_RETRY = 3000
/** Any restart is over within this time, so a call succeeds by then. */
const MOST_TRIES = 40
const ASSET = /(?:src|href)="(\/assets\/[^"]+)"/g

export interface Caller {
  /** The id of the person; 0 for a visitor. */
  id: number
  username: string | null
  cookie: string
  /** Their network address. */
  address: string
  /** The data of a page, or of any other call that reads. Returns null and records a failure if there was no data. */
  read: (path: string) => Promise<unknown>
  /**
   * Loads a page as a browser does at first, with the files that it has not loaded yet. Returns whether the page
   * exists.
   */
  open: (path: string) => Promise<boolean>
  write: <E extends Endpoint>(endpoint: E, input: CallOf<E> & Kept<E>) => Promise<ResponseOf<E> | null>
  /** Returns the address of the picture. */
  upload: (picture: Buffer) => Promise<string | null>
}

interface Kept<E> {
  /** The table in which this call creates a row, and the id of that row. */
  makes?: [table: string, id: (response: ResponseOf<E>) => number]
  /** Whether 403 or 409 is a legitimate response by then. */
  mayBeOver?: () => boolean
}

interface Answer {
  node: Node
  status: number
  text: string
}

interface Who {
  id?: number
  username?: string
  cookie?: string
  address: string
}

export function createCaller(fleet: Fleet, journal: Journal, who: Who): Caller {
  const { id = 0, username = null, cookie = '', address } = who
  const loaded = new Set<string>()

  /** Null if no response arrived. */
  async function send(method: string, path: string, headers: Record<string, string>, body?: BodyInit) {
    const node = fleet.next()
    const from = Date.now()
    try {
      const response = await fetch(node.url + path, {
        method,
        headers: {
          accept: 'application/json',
          'x-person': id ? String(id) : 'visitor',
          'x-forwarded-for': address,
          ...(cookie ? { cookie } : {}),
          ...headers
        },
        body,
        signal: AbortSignal.timeout(LONGEST)
      })
      const answer: Answer = { node, status: response.status, text: await response.text() }
      if (answer.status >= 500) noteStatus(answer, `${method} ${path}`, from)
      return answer
    } catch (error) {
      // A balancer skips a node that does not respond until it responds again.
      node.isReady = false
      const text = `${method} ${path}: ${reasonOf(error)}`
      journal.failures.push({ kind: 'no response', from, until: Date.now(), node: node.number, text })
      return null
    }
  }

  function noteStatus({ node, status, text }: Answer, what: string, from = Date.now()): void {
    const shown = `${what} returned ${status}: ${text.slice(0, 300)}`
    journal.failures.push({ kind: 'status', from, until: Date.now(), node: node.number, code: status, text: shown })
  }

  async function timed(path: string, headers: Record<string, string> = {}): Promise<string | null> {
    const from = Date.now()
    const started = performance.now()
    const answer = await send('GET', path, headers)
    if (!answer || answer.status >= 500) return null
    if (answer.status !== 200) {
      noteStatus(answer, `GET ${path}`, from)
      return null
    }
    journal.reads.push({ path, from, until: Date.now(), ms: performance.now() - started })
    return answer.text
  }

  return {
    id,
    username,
    cookie,
    address,
    async read(path) {
      const text = await timed(path)
      return text === null ? null : JSON.parse(text)
    },
    async open(path) {
      const html = await timed(path, { accept: 'text/html' })
      const files = [...(html ?? '').matchAll(ASSET)].map(([, file = '']) => file).filter(file => !loaded.has(file))
      await Promise.all(
        files.map(async file => {
          if ((await timed(file, { accept: '*/*' })) !== null) loaded.add(file)
        })
      )
      return html !== null
    },
    async write(endpoint, input) {
      const { params, body, makes, mayBeOver } = input as {
        params?: Record<string, string>
        body?: object
        makes?: [string, (response: unknown) => number]
        mayBeOver?: () => boolean
      }
      const key = randomUUID()
      const path = fillPath(endpoint.path, params)
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      if (endpoint.keyed) headers['idempotency-key'] = key
      const made = makes && { table: makes[0], person: id, key, id: null as number | null }
      if (made) journal.made.push(made)
      let isLost = false
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const answer = await send(endpoint.method, path, headers, body && JSON.stringify(body))
        if (answer && answer.status < 300) {
          journal.writes++
          const response = JSON.parse(answer.text)
          if (made) made.id = makes[1](response)
          return response
        }
        if (answer && answer.status < 500) {
          const isDone = isLost && !endpoint.keyed && [404, 409, 422].includes(answer.status)
          const isOver = [403, 409].includes(answer.status) && mayBeOver?.()
          if (!isDone && !isOver) noteStatus(answer, `${endpoint.method} ${path}`)
          return null
        }
        isLost = true
        await wait(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** tries))
      }
      noteWrong(journal, `${endpoint.method} ${path} was never done`)
      return null
    },
    async upload(picture) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const form = new FormData()
        form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg')
        const answer = await send('POST', '/api/upload', {}, form)
        if (answer?.status === 200) {
          journal.writes++
          return (JSON.parse(answer.text) as { url: string }).url
        }
        if (answer && answer.status < 500) {
          noteStatus(answer, 'POST /api/upload')
          return null
        }
        await wait(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** tries))
      }
      noteWrong(journal, 'A picture was never taken')
      return null
    }
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return [message, cause?.code ?? cause?.message].filter(Boolean).join(', ')
}
