/** A person's browser: the page's own outbox, socket and clock, and the data that it shows. It has no screen. */

import type { LiveRoom } from '../../client/lib/socket/live-room.ts'
import { addMessage, applyEvent, type RoomPage } from '../../client/live/apply-event.ts'
import type { Item } from '../../client/outbox/item.ts'
import { createItemStorage } from '../../client/outbox/storage.ts'
import { type ChatMessage, sendMessage } from '../../domain/chat/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import type { RoomEvent } from '../../domain/socket/messages.ts'
import { type ClientModules, clientModules } from './client-modules.ts'
import type { Journal } from './journal.ts'
import { type Network, type Sent, sendRequest, way } from './network.ts'
import { type Actor, current } from './scheduler.ts'
import { openPageSocket, type PageSocket } from './socket.ts'

const TIMEOUT_MS = 30_000

/** Before a stranger has joined as a guest, the id is 0. */
export interface Person {
  id: number
  username: string
  cookie: string
}

export interface Browser {
  actor: Actor
  person: Person
  /** Null while the page is closed or loads. */
  page: () => RoomPage | null
  here: () => string[]
  /** Whether the page has loaded and nothing waits to be sent. */
  isDone: () => boolean
  /** Whether the page has an open socket as far as it knows. */
  isConnected: () => boolean
  /** Opens the page, or loads it again. */
  open: () => void
  close: () => void
  /** Adds an item, as a press does. */
  add: (contract: string, item: Pick<Item, 'params' | 'body' | 'scope'>) => void
  /** Sends a call that is not repeated by itself. Returns null when it failed. */
  call: (method: Sent['method'], path: string, body?: object, key?: string) => Promise<unknown>
  /** The person is someone else from now on: a guest, or a guest who has registered. */
  becomes: (person: Pick<Person, 'id' | 'username'>) => void
  /** Does something that the end of the simulation waits for. */
  busy: (work: () => Promise<void>) => Promise<void>
  cut: (isNoticed: boolean) => void
  setOnline: (isOnline: boolean) => void
  setClock: (ahead: number) => void
  /** How far its idea of the server's time is from the true one, in ms. */
  clockError: () => number
  /** Measures the clock, and finds a lost connection. */
  check: () => void
}

export async function createBrowser(
  net: Network,
  nth: number,
  person: Person,
  room: Room,
  journal: Journal
): Promise<Browser> {
  const { scheduler } = net
  const modules = await clientModules(nth)
  const actor: Actor = { name: `browser ${nth}`, state: 'runs', ahead: 0 }
  const stored = new Map<string, string>()
  let isOnline = true
  let visit: Visit | null = null
  let works = 0
  modules.api.forgetCalls()
  modules.clock.resetServerClock()
  modules.people.setUser(person.id === 0 ? null : (person as never))
  actor.fetch = (url, init) => fetchFor(net, actor, person, () => isOnline, String(url), init ?? {})

  const inPage = <Value>(work: () => Value): Value => current.run(actor, work)
  return {
    actor,
    person,
    page: () => visit?.page ?? null,
    here: () => visit?.here ?? [],
    isDone: () => works === 0 && (visit?.isDone() ?? false),
    isConnected: () => visit?.socket()?.socket.readyState === 1,
    open() {
      inPage(() => {
        visit?.close()
        modules.api.forgetCalls()
        modules.clock.resetServerClock()
        visit = openVisit({ net, actor, modules, person, room, journal, stored, isOnline: () => isOnline })
      })
    },
    close() {
      inPage(() => visit?.close())
      visit = null
    },
    add(contract, item) {
      inPage(() => visit?.add(contract, item))
    },
    call: (method, path, body, key) =>
      inPage(() =>
        modules.api.request(method, path, body, { timeout: TIMEOUT_MS, ...(key ? { key } : {}) }).catch(() => null)
      ),
    becomes({ id, username }) {
      if (person.id !== 0 && person.id !== id) journal.problems.push(`guest ${person.id} became person ${id}`)
      Object.assign(person, { id, username })
      inPage(() => modules.people.setUser({ ...person } as never))
    },
    async busy(work) {
      works++
      await work()
      works--
    },
    cut: isNoticed => visit?.socket()?.cut(isNoticed),
    setOnline(now) {
      isOnline = now
      if (!now) visit?.socket()?.cut(scheduler.chance(0.5))
      else if (visit) inPage(() => visit?.back())
    },
    setClock(ahead) {
      actor.ahead = ahead
    },
    clockError: () => inPage(() => modules.clock.serverNow()) - scheduler.now,
    check: () => inPage(() => visit?.check())
  }
}

export interface Room {
  id: number
  slug: string
}

interface Visit {
  page: RoomPage | null
  here: string[]
  isDone: () => boolean
  socket: () => PageSocket | null
  add: Browser['add']
  back: () => void
  check: () => void
  close: () => void
}

interface Needs {
  net: Network
  actor: Actor
  modules: ClientModules
  person: Person
  room: Room
  journal: Journal
  /** The storage of the browser, which outlives its pages. */
  stored: Map<string, string>
  isOnline: () => boolean
}

/** What `client/live/live-session.ts` does for the pages on screen, for one page and without a screen. */
function openVisit({ net, actor, modules, person, room, journal, stored, isOnline }: Needs): Visit {
  const { api, clock, rooms, outboxes } = modules
  let live: LiveRoom | null = null
  let socket: PageSocket | null = null
  let isClosed = false
  let isLoading = false
  let again = false
  /** Events since the page began to load. */
  let events: RoomEvent[] = []
  let newest = 0

  const outbox = outboxes.createOutbox({
    storage: createItemStorage(() => storageOf(stored)),
    locks: null,
    send({ contract, params, body, key, person, doneAt }) {
      const [method, path = ''] = contract.split(' ')
      return api.request(method as 'POST', fillPath(path, params), body, {
        key,
        as: person,
        doneAt,
        timeout: TIMEOUT_MS
      })
    },
    person: () => person.id,
    isOnline,
    now: () => Date.now(),
    serverNow: clock.serverNow,
    elapsed: () => performance.now(),
    random: () => net.scheduler.random(),
    onDelivered(item, response) {
      journal.acknowledged(item, response)
      if (item.contract.endsWith(sendMessage.path) && visit.page)
        visit.page = addMessage(visit.page, (response as { message: ChatMessage }).message)
    },
    onRefused(item, error) {
      journal.refused(item, error)
      outbox.discard(item.key)
    }
  })

  const visit: Visit = {
    page: null,
    here: [],
    isDone: () => visit.page !== null && !isLoading && outbox.items.get().length === 0,
    socket: () => socket,
    add(contract, { params, body, scope }) {
      const key = crypto.randomUUID()
      journal.pressed({ key, person: person.id, contract, body })
      const doneAt = Math.round(clock.serverNow())
      outbox.add({ key, person: person.id, contract, params, body, doneAt, scope, text: '' })
    },
    back() {
      outbox.kick()
      live?.reconnect()
      if (!live) load()
    },
    check: () => live?.check(),
    close() {
      isClosed = true
      outbox.stop()
      live?.close()
      socket?.cut(true)
    }
  }
  outbox.kick()
  load()
  return visit

  function load(): void {
    again = isLoading
    if (!isLoading) void start()
    isLoading = true
  }

  async function start(): Promise<void> {
    const loaded = (await api
      .request('GET', `/api/sessions/${room.slug}/chat`, undefined, { timeout: TIMEOUT_MS })
      .catch(() => null)) as {
      serverData: RoomPage
    } | null
    if (isClosed) return
    if (!loaded || again) {
      again = false
      setTimeout(start, loaded ? 0 : 2000)
      return
    }
    isLoading = false
    const known = events
    visit.page = known.reduce((page, event) => applyEvent(page, event, person.username), loaded.serverData)
    if (known.some(event => event.seq > loaded.serverData.challengeEvent.seq && isReload(event))) load()
    events = []
    live ??= connect(loaded.serverData.challengeEvent.seq)
  }

  function connect(since: number): LiveRoom {
    newest = since
    return rooms.openLiveRoom({
      url: '/socket',
      room: room.id,
      since,
      who: () => ({ client_uuid: actor.name, username: person.username }),
      random: () => net.scheduler.random(),
      openSocket() {
        socket?.cut(true)
        socket = openPageSocket(net, actor, net.scheduler.any(net.nodes), person.cookie)
        if (!isOnline()) socket.cut(net.scheduler.chance(0.5))
        return socket.socket
      },
      onEvent(event) {
        journal.heard(actor, newest, event)
        newest = event.seq
        if (isLoading) events.push(event)
        if (visit.page) visit.page = applyEvent(visit.page, event, person.username)
        if (isReload(event)) load()
      },
      onReload(seq) {
        newest = seq
        events = []
        load()
      },
      onPresence: users => {
        visit.here = users
      },
      onConnected: isConnected => {
        if (isConnected) outbox.kick()
      }
    })
  }
}

function isReload(event: RoomEvent): boolean {
  return event.type === 'update' && event.data.reload === true
}

async function fetchFor(
  net: Network,
  actor: Actor,
  person: Person,
  isOnline: () => boolean,
  url: string,
  init: RequestInit
): Promise<Response> {
  const { scheduler } = net
  const headers = { ...(init.headers as Record<string, string>), cookie: person.cookie }
  const sent: Sent = {
    method: init.method as Sent['method'],
    url,
    headers,
    ...(init.body ? { payload: String(init.body) } : {})
  }
  const { promise: given, reject } = Promise.withResolvers<never>()
  init.signal?.addEventListener('abort', () => reject(new TypeError('aborted')))
  if (!isOnline())
    scheduler.offer(`offline ${actor.name}`, actor, way(net), `${actor.name} is offline`, () =>
      reject(new TypeError('offline'))
    )
  const response = await Promise.race([
    given,
    ...(isOnline() ? [sendRequest(net, actor, scheduler.any(net.nodes), sent)] : [])
  ])
  if (response.cookies.length > 0) person.cookie = withCookies(person.cookie, response.cookies)
  return {
    ok: response.statusCode < 300,
    status: response.statusCode,
    statusText: response.statusMessage,
    headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
    text: async () => response.body
  } as Response
}

function withCookies(before: string, news: readonly { name: string; value: string }[]): string {
  const jar = new Map(before.split('; ').map(pair => pair.split('=') as [string, string]))
  for (const { name, value } of news) jar.set(name, value)
  return [...jar].map(pair => pair.join('=')).join('; ')
}

function storageOf(entries: Map<string, string>): Storage {
  return {
    get length() {
      return entries.size
    },
    clear: () => entries.clear(),
    key: index => [...entries.keys()][index] ?? null,
    getItem: name => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: name => void entries.delete(name)
  }
}
